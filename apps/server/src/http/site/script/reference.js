// What the viewer leaves out and no setting of it mends: names of its buttons for copying, lists that scroll and that no key
// reaches, a second banner beside the page's own, and landmarks that all have the same name.
const MENDS = [
  ['button.scalar-code-copy:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copiar')],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  ['.scalar-card[role="region"]', (card) => card.setAttribute('role', 'group')],
  ['header:not([role])', (header) => header.setAttribute('role', 'presentation')],
];
const viewer = document.getElementById('app');

const mend = () => {
  for (const [selector, act] of MENDS) for (const one of viewer.querySelectorAll(selector)) act(one);
};

new MutationObserver(mend).observe(viewer, { childList: true, subtree: true });
