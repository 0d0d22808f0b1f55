#!/bin/sh
# The examples of proxies in docker/ in front of a real server: each passes on the address of its
# client, and nobody gets in without them.
#
# Usage: test_proxy.sh UNDERCROFTD FOLDER_OF_EXAMPLES
set -u

program=$1
examples=$2
work=$(mktemp -d) || exit 1
pids=

end() {
    for pid in $pids; do
        kill "$pid" 2>/dev/null
    done
    wait
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

fail() {
    echo "test_proxy: $*" >&2
    for log in "$work"/*.log; do
        echo "== $log" >&2
        tail -n 20 "$log" >&2
    done
    exit 1
}

# wait_for PATTERN FILE: until a line of it matches; ten seconds at most, times the patience.
wait_for() {
    tries=$((100 * ${TEST_PATIENCE:-1}))
    while ! grep -q -e "$1" "$2" 2>/dev/null; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || fail "no '$1' in $2"
        sleep 0.1
    done
}

# next_port: below the range that the kernel gives to clients, another one for each process, and
# nobody serves there.
next_port() {
    port_at=$((${port_at:-$((12000 + $$ * 7 % 18000))} + 1))
    while nc -z 127.0.0.1 "$port_at"; do
        port_at=$((port_at + 1))
    done
}

openssl req -x509 -newkey rsa:2048 -nodes -days 60 -subj /CN=localhost -keyout "$work/key" \
    -out "$work/certificate" 2>/dev/null || fail 'no certificate'
"$program" --listen 127.0.0.1:0 --data "$work/data" --proxy-from 127.0.0.1 --log text \
    --tls 127.0.0.1:0 --tls-cert "$work/certificate" --tls-key "$work/key" \
    --web 127.0.0.1:0 --web-origin https://play.example.org \
    >"$work/server.log" 2>&1 &
pids="$pids $!"
wait_for '^ready:' "$work/server.log"
port=$(sed -n 's/^ready: [^,]*:\([0-9]*\),.*/\1/p' "$work/server.log")
web_port=$(sed -n 's|^ready: .*, web http://127.0.0.1:\([0-9]*\)/.*|\1|p' "$work/server.log")
tls_port=$(sed -n 's/^ready: .*, tls .*:\([0-9]*\)$/\1/p' "$work/server.log")

next_port
haproxy_port=$port_at
sed -e "s/0\.0\.0\.0:4000/127.0.0.1:$haproxy_port/" -e "s/127\.0\.0\.1:4001/127.0.0.1:$port/" \
    "$examples/haproxy.cfg" >"$work/haproxy.cfg"
haproxy -db -f "$work/haproxy.cfg" >"$work/haproxy.log" 2>&1 &
pids="$pids $!"

# The same proxy in front of TLS, which it only passes on.
next_port
inside_port=$port_at
sed -e "s/0\.0\.0\.0:4000/127.0.0.1:$inside_port/" -e "s/127\.0\.0\.1:4001/127.0.0.1:$tls_port/" \
    "$examples/haproxy.cfg" >"$work/inside.cfg"
haproxy -db -f "$work/inside.cfg" >"$work/inside.log" 2>&1 &
pids="$pids $!"

next_port
stunnel_port=$port_at
cat "$work/key" "$work/certificate" >"$work/tls.pem"
chmod 600 "$work/tls.pem"
sed -e "s/0\.0\.0\.0:4443/127.0.0.1:$stunnel_port/" -e "s/127\.0\.0\.1:4000/127.0.0.1:$port/" \
    -e "s|/etc/undercroft/tls.pem|$work/tls.pem|" "$examples/stunnel.conf" >"$work/stunnel.conf"
stunnel4 "$work/stunnel.conf" >"$work/stunnel.log" 2>&1 &
pids="$pids $!"
wait_for 'Configuration successful' "$work/stunnel.log"

next_port
nginx_port=$port_at
{
    echo "daemon off; pid $work/nginx.pid; error_log $work/nginx.log;"
    sed -e "s/0\.0\.0\.0:8443/127.0.0.1:$nginx_port/" \
        -e "s/127\.0\.0\.1:8080/127.0.0.1:$web_port/" \
        -e "s|/etc/undercroft/cert.pem|$work/certificate|" \
        -e "s|/etc/undercroft/key.pem|$work/key|" \
        -e "s|^http {|http { access_log off; client_body_temp_path $work/body; \
            proxy_temp_path $work/proxy; fastcgi_temp_path $work/fastcgi; \
            uwsgi_temp_path $work/uwsgi; scgi_temp_path $work/scgi;|" "$examples/nginx.conf"
} >"$work/nginx.conf"
nginx -c "$work/nginx.conf" >"$work/nginx.out" 2>&1 &
pids="$pids $!"

# browse NAME PATH FIELDS HOST: what a browser is answered, through nginx.
browse() {
    tries=50
    while :; do
        (printf 'GET %s HTTP/1.1\r\nHost: %s\r\n%b\r\n' "$2" "$4" "$3"; sleep 1) |
            timeout 20 openssl s_client -quiet -bind 127.0.0.5 \
                -connect "127.0.0.1:$nginx_port" >"$work/$1.log" 2>&1
        grep -aq '^HTTP/1.1 ' "$work/$1.log" && return
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || fail "$1 heard no answer"
        sleep 0.2
    done
}

# say NAME COMMAND...: a client that types one line, and what it hears.
say() {
    name=$1
    shift
    tries=50
    while :; do
        (echo quit; sleep 1) | timeout 20 "$@" >"$work/$name.log" 2>&1
        grep -q 'players online' "$work/$name.log" && return
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || fail "$name heard no greeting"
        sleep 0.2
    done
}

say haproxy nc -s 127.0.0.2 127.0.0.1 "$haproxy_port"
wait_for 'conn\.open.*127\.0\.0\.2' "$work/server.log"
say stunnel openssl s_client -quiet -bind 127.0.0.3 -connect "127.0.0.1:$stunnel_port"
wait_for 'conn\.open.*127\.0\.0\.3' "$work/server.log"

say inside openssl s_client -quiet -bind 127.0.0.4 -connect "127.0.0.1:$inside_port"
wait_for 'conn\.open.*127\.0\.0\.4' "$work/server.log"
say telnet-ssl telnet-ssl -z ssl -z verify=0 127.0.0.1 "$inside_port"

upgrade='Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
upgrade="${upgrade}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
browse page / '' play.example.org
grep -aq '^HTTP/1.1 200 ' "$work/page.log" || fail 'nginx gives no page'
browse socket /ws "${upgrade}Origin: https://play.example.org\r\n" play.example.org
grep -aq '^HTTP/1.1 101 ' "$work/socket.log" || fail 'nginx gives no WebSocket'
wait_for 'conn\.open.*127\.0\.0\.5' "$work/server.log"
browse stranger / '' evil.example
grep -aq '^HTTP/1.1 421 ' "$work/stranger.log" || fail 'another name is served'

(echo ada; sleep 1) | timeout 20 nc 127.0.0.1 "$port" >"$work/beside.log" 2>&1
[ ! -s "$work/beside.log" ] || fail 'somebody got in beside the proxy'
wait_for 'conn\.no-proxy-header' "$work/server.log"
