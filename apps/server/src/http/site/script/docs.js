// Examples of the same thing in several languages become tabs; the language chosen is remembered for all of them.
const CHOICE = 'rubrica.docs.linguagem';
const NAMES = {
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  sh: 'curl',
  bash: 'curl',
  json: 'JSON',
  js: 'JavaScript',
};
const remembered = () => {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return null;
  }
};
const remember = (language) => {
  try {
    localStorage.setItem(CHOICE, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
};

const groups = [];

const choose = (language) => {
  for (const { tabs, panels } of groups) {
    if (!tabs.some((tab) => tab.dataset.language === language)) continue;
    for (const [index, tab] of tabs.entries()) {
      const chosen = tab.dataset.language === language;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      panels[index].hidden = !chosen;
    }
  }
};

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

const makeTabs = (panels, number) => {
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Linguagem do exemplo');
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${number}-${index}`;
    tab.dataset.language = panel.dataset.language;
    tab.textContent = NAMES[panel.dataset.language] ?? panel.dataset.language;
    tab.setAttribute('role', 'tab');
    panel.id ||= `example-${number}-${index}`;
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    list.append(tab);
    return tab;
  });
  list.addEventListener('click', ({ target }) => {
    const language = target.dataset.language;
    if (!language) return;
    // What is above may become shorter: the tab stays under the finger.
    const before = target.getBoundingClientRect().top;
    choose(language);
    remember(language);
    scrollBy(0, target.getBoundingClientRect().top - before);
  });
  list.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    const next = tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length);
    next.focus();
    next.click();
    event.preventDefault();
  });
  panels[0].before(list);
  groups.push({ tabs, panels });
};

const makeGroups = () => {
  const seen = new Set();
  for (const first of document.querySelectorAll('.example')) {
    if (seen.has(first)) continue;
    const panels = [first];
    for (let next = first.nextElementSibling; next?.classList.contains('example'); next = next.nextElementSibling) {
      if (panels.some((one) => one.dataset.language === next.dataset.language)) break;
      panels.push(next);
    }
    for (const one of panels) seen.add(one);
    if (panels.length > 1 && panels.every((one) => NAMES[one.dataset.language])) makeTabs(panels, groups.length);
  }
  for (const { tabs } of groups) choose(tabs[0].dataset.language);
  const language = remembered();
  if (language) choose(language);
};

makeGroups();
