// Copies on click. Without it what there is to copy can be selected by hand, so its buttons are hidden until here.
const COPIED_FOR_MS = 2000;

const showCopyButtons = (within) => {
  if (!navigator.clipboard) return;
  for (const button of within.querySelectorAll('[data-copy], [data-copy-of]')) button.hidden = false;
};

document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-copy], [data-copy-of]');
  if (!button) return;
  const { copy, copyOf, copied } = button.dataset;
  const shown = copyOf && document.getElementById(copyOf);
  await navigator.clipboard.writeText(copy ?? shown.value ?? shown.textContent);
  const said = document.getElementById('copied');
  if (said) said.textContent = copied;
  // Where the page has a place in sight for it, it is said there.
  if (button.dataset.label || (said && !said.classList.contains('unseen'))) return;
  button.dataset.label = button.textContent;
  button.textContent = copied;
  setTimeout(() => {
    button.textContent = button.dataset.label;
    delete button.dataset.label;
    if (said) said.textContent = '';
  }, COPIED_FOR_MS);
});

showCopyButtons(document);
