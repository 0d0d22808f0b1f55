;;; Undercroft for TinyFugue 5: keypad to walk, the prompt on the status line, hilites.
;;; Start:    tf -fundercroft.tf     or, in a running one,  /load undercroft.tf
;;; Connect:  /undercroft [HOST [PORT]]             (127.0.0.1 4000 if not said)

/visual on
;; A dungeon goes on while one reads: never wait at a full screen.
/more off

/def -i undercroft = \
    /addworld -Tprompt undercroft %{1-127.0.0.1} %{2-4000}%;\
    /connect undercroft

;;; ---- The prompt 'd2 14/20> ' becomes a field of the status line. Others, such as those for name
;;; and password, stay where one types.

/set undercroft_status=
/status_add -c @more:8:Br :1 undercroft_status :1 @log:5 :1 @clock:5

/def -i -mregexp -h'PROMPT ^d([0-9]+) ([0-9]+)/([0-9]+)> *$' undercroft_prompt = \
    /set undercroft_prompted=1%;\
    /set undercroft_status=Depth %P1  HP %P2/%P3

;; A prompt that other text interrupts leaves the end of its line behind, as an empty line.
/set undercroft_prompted=0
/def -i -ag -p2 -mregexp -E'undercroft_prompted' -t'^$' undercroft_rest = \
    /set undercroft_prompted=0
/def -i -F -p2 -mregexp -E'undercroft_prompted' -t'.' undercroft_text = \
    /set undercroft_prompted=0

;;; The reader's prompt tells nothing.
/def -i -mregexp -h'PROMPT ^> $' undercroft_prompt_reader = /prompt

/def -i -h'DISCONNECT' undercroft_gone = /set undercroft_status=

;;; ---- Keypad: its keys where the terminal tells them from digits, and a digit alone on a line.

/def -i key_nkp7 = /send northwest
/def -i key_nkp8 = /send north
/def -i key_nkp9 = /send northeast
/def -i key_nkp4 = /send west
/def -i key_nkp5 = /send wait
/def -i key_nkp6 = /send east
/def -i key_nkp1 = /send southwest
/def -i key_nkp2 = /send south
/def -i key_nkp3 = /send southeast
/def -i key_nkp0 = /send look
/def -i key_nkp+ = /send down
/def -i key_nkp- = /send up

/def -i -mregexp -h'SEND ^7$' undercroft_7 = /send northwest
/def -i -mregexp -h'SEND ^8$' undercroft_8 = /send north
/def -i -mregexp -h'SEND ^9$' undercroft_9 = /send northeast
/def -i -mregexp -h'SEND ^4$' undercroft_4 = /send west
/def -i -mregexp -h'SEND ^5$' undercroft_5 = /send wait
/def -i -mregexp -h'SEND ^6$' undercroft_6 = /send east
/def -i -mregexp -h'SEND ^1$' undercroft_1 = /send southwest
/def -i -mregexp -h'SEND ^2$' undercroft_2 = /send south
/def -i -mregexp -h'SEND ^3$' undercroft_3 = /send southeast

;;; ---- Hilites. Every line says in words what its look says.

/def -i -aBCcyan -mregexp -t'^[A-Z][a-z]+ (says|shouts|tells you)(: |, )' undercroft_talk
/def -i -aB -mregexp -t'( comes into view| appears\\.$)' undercroft_comes
/def -i -aB -mregexp -t'^Depth [0-9]+' undercroft_depth
/def -i -aBCyellow -mregexp -t'(misses|hits|bites) you' undercroft_hurt
/def -i -aB -mregexp -t'^\\*\\*\\* ' undercroft_notice
