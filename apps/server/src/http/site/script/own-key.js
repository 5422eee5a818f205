// Puts a test key of the reader's into the examples. It is made once, by the reader's own session, and kept in this browser
// only: no page and no address ever has it, and it goes when the session of the panel does.
const offer = document.getElementById('own-key');
const told = document.getElementById('own-key-told');
const makeButton = document.getElementById('own-key-make');
const forgetButton = document.getElementById('own-key-forget');
const withKey = document.getElementById('own-key-kept');
const { api, session, kept, roles, label, scopes } = offer.dataset;
const EXPLAINS = `Cria uma chave de teste, “${label}”, que fica só neste navegador e entra nos exemplos, também ao copiar.`;
const ENTER_AGAIN = 'A sua sessão do painel terminou. Entre de novo, e volte a esta página.';
const UNREACHABLE = 'Não foi possível criar a chave: o serviço não respondeu. Tente de novo.';

const read = (item) => {
  try {
    return JSON.parse(localStorage.getItem(item) ?? 'null');
  } catch {
    return null;
  }
};

const isTestKey = (text) => String(text).startsWith('svc_test_');

const forget = () => {
  try {
    localStorage.removeItem(kept);
  } catch {
    // Then nothing was kept either.
  }
};

/** The key of whoever is signed in, in their organization; one of anybody else is forgotten. */
const keyOf = (person) => {
  const found = read(kept);
  if (found === null) return null;
  const own = found.usuarioId === person?.usuario?.id && found.organizacaoId === person?.organizacaoId;
  if (own && isTestKey(found.chave)) return found.chave;
  forget();
  return null;
};

const fillExamples = (key) => {
  for (const place of document.querySelectorAll('.key-place')) {
    place.dataset.place ??= place.textContent;
    const { quote } = place.dataset;
    place.classList.toggle('own', key !== null);
    place.textContent = key === null ? place.dataset.place : `${quote}${key}${quote}`;
  }
};

const show = (key, text) => {
  fillExamples(key);
  offer.hidden = false;
  makeButton.hidden = key !== null;
  withKey.hidden = key === null;
  told.textContent =
    text ??
    (key === null
      ? EXPLAINS
      : `Os exemplos usam a sua chave de teste ${key.split('.')[0]}, guardada só neste navegador até você sair do painel.`);
};

/** Whether the session holds, and its role may make keys. */
const mayMake = async (person) => {
  const answer = await fetch(`${api}/organizacoes?limite=100`, { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return false;
  const { itens } = await answer.json();
  return roles.split(' ').includes(itens.find(({ id }) => id === person.organizacaoId)?.papel);
};

const make = async () => {
  const person = read(session);
  if (person === null) return show(null, ENTER_AGAIN);
  // Another tab may have made it.
  const made = keyOf(person);
  if (made !== null) return show(made);
  const answer = await fetch(`${api}/chaves-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': person.csrfToken },
    body: JSON.stringify({ nome: label, ambiente: 'TESTE', escopos: scopes.split(' ') }),
  }).catch(() => null);
  const body = await answer?.json().catch(() => null);
  if (answer?.status === 401) return show(null, ENTER_AGAIN);
  if (!isTestKey(body?.chave)) return show(null, body?.detail ?? UNREACHABLE);
  const key = { usuarioId: person.usuario.id, organizacaoId: person.organizacaoId, chave: body.chave };
  try {
    localStorage.setItem(kept, JSON.stringify(key));
  } catch {
    // Without storage it lasts as long as the page.
  }
  show(body.chave);
};

makeButton.addEventListener('click', async () => {
  makeButton.disabled = true;
  await make();
  makeButton.disabled = false;
  // The button that was pressed may be gone.
  if (makeButton.hidden) forgetButton.focus();
});

forgetButton.addEventListener('click', () => {
  forget();
  show(null);
  makeButton.focus();
});

const begin = async () => {
  const person = read(session);
  const key = keyOf(person);
  if (key !== null) return show(key);
  if (person !== null && (await mayMake(person))) show(null);
};

addEventListener('storage', ({ key }) => {
  if (key === null || key === session || key === kept) {
    const found = keyOf(read(session));
    if (found !== null || !offer.hidden) show(found);
  }
});

begin();
