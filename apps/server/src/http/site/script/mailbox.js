// Brings new messages by themselves, as long as somebody is looking.
const EVERY_MS = 2000;
const list = document.getElementById('messages');
let known = list.innerHTML;

const look = async () => {
  if (document.hidden || list.contains(document.activeElement)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.getElementById('messages')?.innerHTML;
  if (next === undefined || next === known) return;
  known = next;
  list.innerHTML = next;
  showCopyButtons(list);
};

setInterval(look, EVERY_MS);
