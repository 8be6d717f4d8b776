/**
 * The pages' only style sheet. System colours follow the visitor's light, dark or high-contrast setting; everything
 * is in one column, so that it fits 320 pixels and twice the text size.
 */
export const STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; --line: color-mix(in srgb, CanvasText 45%, Canvas); --accent: light-dark(#0b57d0, #a8c7fa); --on-accent: light-dark(#fff, #062e6f); --bad: light-dark(#b3261e, #f2b8b5); }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: Canvas; color: CanvasText; }
header, main, footer { max-width: 28rem; margin: 0 auto; }
header { padding: .5rem 0; font-weight: 600; overflow-wrap: anywhere; }
footer { margin-top: 2rem; font-size: .875rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 0 0 .5rem; }
p, dd { overflow-wrap: anywhere; }
dl { margin: 0 0 1.5rem; border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
dd:last-child { margin-bottom: 0; }
form { margin: 0 0 1rem; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 600; font-size: 1.125rem; }
.choice { display: flex; align-items: center; gap: .75rem; min-height: 48px; padding: .5rem .75rem; margin-bottom: .5rem; border: 1px solid var(--line); border-radius: .5rem; }
.choice input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--accent); }
.choice label { flex: 1; padding: .25rem 0; }
button, .button { display: block; width: 100%; min-height: 48px; padding: .625rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; border: 2px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent); cursor: pointer; white-space: normal; overflow-wrap: anywhere; }
button.quiet { background: Canvas; color: CanvasText; border-color: var(--line); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { border: 2px solid var(--bad); border-radius: .5rem; padding: 1rem; margin-bottom: 1.5rem; }
.problem p { margin: 0; }
.mistake { color: var(--bad); font-weight: 600; margin: 0 0 .5rem; }
.notice { border-left: 4px solid var(--accent); padding: .25rem 0 .25rem .75rem; margin: 0 0 1.5rem; }
`;
