/*
 * Building and changing the document. Text gets there as text alone: nothing here takes markup.
 */

export function byId(id) {
    return document.getElementById(id);
}

/* make('button', {type: 'button', class: 'key', onclick}, 'Open'): an element with its children. */
export function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
        else if (value === true) element.setAttribute(key, '');
        else if (value !== false && value !== null && value !== undefined)
            element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

/* A drawing of one path, which its button names. */
export function icon(path) {
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    const line = document.createElementNS(space, 'path');
    line.setAttribute('d', path);
    svg.append(line);
    return svg;
}

export function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/* Changes a text node in place, if there is one: most changes of a step are of this kind. */
export function setText(element, text) {
    const node = element.firstChild;
    const isAlone = node !== null && node === element.lastChild && node.nodeType === Node.TEXT_NODE;
    if (!isAlone || text === '') {
        if (element.textContent !== text) element.textContent = text;
    } else if (node.data !== text) {
        node.data = text;
    }
}

/* Writes a value if it differs: the same one would make the browser compute styles again. */
export function setData(element, name, value) {
    if (element.dataset[name] !== value) element.dataset[name] = value;
}

/* The mark of each child of a list, by which setList() finds the changed ones. */
const marks = new WeakMap();

/*
 * Makes the children of a list those of `items`, each with a key and a mark of its content. A child
 * with the same mark stays in the document, and with it the focus. One with another mark is made
 * again, or changed by `change(child, item)`, if there is one: that costs less.
 */
export function setList(list, items, keyOf, markOf, makeItem, change = null) {
    const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
    const focused = list.contains(document.activeElement)
        ? document.activeElement.closest('[data-key]')
        : null;
    const focusKey = focused?.dataset.key;
    let next = list.firstChild;
    for (const item of items) {
        const key = String(keyOf(item));
        const mark = markOf(item);
        let child = old.get(key);
        old.delete(key);
        const isOther = child === undefined || marks.get(child) !== mark;
        if (isOther && child !== undefined && change !== null) {
            change(child, item);
        } else if (isOther) {
            const made = makeItem(item);
            made.dataset.key = key;
            if (child !== undefined) child.replaceWith(made);
            if (next === child) next = made;
            child = made;
        }
        marks.set(child, mark);
        /* A child that goes further down is passed, and moved in its turn: so the others stay. */
        if (next !== null && next.nextSibling === child) next = child;
        if (child === next) next = child.nextSibling;
        else list.insertBefore(child, next);
    }
    for (const child of old.values()) child.remove();
    if (focusKey !== undefined && !list.contains(document.activeElement)) {
        const same = [...list.children].find((child) => child.dataset.key === focusKey);
        (same?.querySelector('button') ?? same)?.focus?.();
    }
}

/* The dialog: one at a time. Its content is a node or a list of nodes. */
export class Dialog {
    constructor(element, title, body) {
        this.element = element;
        this.title = title;
        this.body = body;
        this.name = '';
        this.onKey = null;
        element.addEventListener('close', () => this.closed());
        element.addEventListener('keydown', (event) => this.key(event));
        /* A press beside it closes it; not one that began before it was open. */
        element.addEventListener('pointerdown', (event) => {
            this.isBeside = event.target === element;
        });
        element.addEventListener('click', (event) => {
            if (event.target === element && this.isBeside) this.close();
        });
    }

    get isOpen() {
        return this.element.open;
    }

    /* `name` tells dialogs apart; `onKey(event)` returns true if it took a key; `then` is called at
       the end. `focus`: the element that gets the focus. */
    show(name, title, nodes, { onKey = null, then = null, focus = null, kind = '' } = {}) {
        if (this.isOpen && this.then) this.then();
        this.name = name;
        this.onKey = onKey;
        this.then = then;
        setText(this.title, title);
        this.element.dataset.kind = kind;
        this.body.replaceChildren(...[nodes].flat());
        if (!this.isOpen) {
            this.isBeside = false;
            this.back = document.activeElement;
            this.element.showModal();
        }
        this.body.scrollTop = 0;
        (focus ?? this.body.querySelector('[autofocus]') ?? this.body).focus();
    }

    close() {
        if (!this.isOpen) return;
        this.element.close();
        this.closed();
    }

    /* The close event may come when the next dialog is open already. */
    closed() {
        if (this.isOpen) return;
        const { then } = this;
        this.name = '';
        this.then = null;
        this.body.replaceChildren();
        if (then) then();
        if (this.back?.isConnected && document.activeElement === document.body) this.back.focus();
    }

    key(event) {
        if (
            this.onKey !== null &&
            !event.ctrlKey &&
            !event.metaKey &&
            !event.altKey &&
            this.onKey(event)
        ) {
            event.preventDefault();
            event.stopPropagation();
        }
    }
}
