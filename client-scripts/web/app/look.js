/*
 * The settings that the first paint needs: the theme and the size of text. The first paint waits
 * for this file, and this one for no other.
 */
export const THEMES = ['auto', 'dark', 'light', 'contrast', 'mono'];
export const TEXT_SIZES = ['100', '115', '130', '150', '175', '200'];
export const KEY = 'undercroft.1';

/* The settings that were kept, as text; null: none. */
export function readStorage() {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

function automaticTheme() {
    if (matchMedia('(prefers-contrast: more)').matches) return 'contrast';
    return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

export function putOn(theme, text) {
    const root = document.documentElement;
    root.dataset.theme = theme === 'auto' ? automaticTheme() : theme;
    root.style.fontSize = `${text}%`;
}
