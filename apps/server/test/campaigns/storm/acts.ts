import { randomBytes, randomUUID } from 'node:crypto';
import { type Answer, call } from '../../harness.ts';
import { field, tinyPdf } from '../../modules/support.ts';
import { BORN, CPF, OTHER_BORN } from '../evidence/support.ts';
import { FRAMING_ORIGIN, type World } from './world.ts';

type Act = (world: World) => Promise<unknown>;

/** Mostly one of the newest few, so that several act on the same. */
const HOT = 6;
/** Links are more than documents. */
const HOT_LINKS = 12;

function hot<T>({ random }: World, all: readonly T[], few: number, share: number): T | undefined {
  const newest = Math.min(all.length, few);
  return random.chance(share) ? all[all.length - 1 - random.int(newest)] : random.pick(all);
}

const documentOf = (world: World) => hot(world, [...world.documents.keys()], HOT, 0.7) as string;
const linkOf = (world: World) => hot(world, world.links, HOT_LINKS, 0.5);

/** An act on any document. */
const onDocument =
  (act: string, rest: string, method: string, body?: (world: World) => unknown): Act =>
  (world) =>
    world.about(act, documentOf(world), rest, method, body?.(world));

/** An act on anybody of any document, whoever is in it by now. */
const onSigner =
  (act: string, rest: (id: string) => string, method: string, body?: (world: World, id: string) => unknown) =>
  async (world: World): Promise<Answer | undefined> => {
    const id = documentOf(world);
    const found = await world.about('obter', id, '', 'GET');
    const people: { id: string }[] = found.body?.signatarios ?? [];
    if (people.length === 0) return undefined;
    const who = world.random.pick(people).id;
    return world.about(act, id, rest(who), method, body?.(world, who));
  };

/** The acts of whoever holds a link, noted as such. */
function holder(world: World, token: string) {
  const path = `${world.base}/assinatura/${token}`;
  return {
    open: () => world.ask('abrir', () => call(path)),
    post: (act: string, body: unknown) => world.ask(act, () => call(`${path}/${act}`, 'POST', body)),
  };
}

const byLink =
  (act: string, body: (world: World) => unknown): Act =>
  async (world) => {
    const token = linkOf(world);
    if (token !== undefined) await holder(world, token).post(act, body(world));
  };

const proof = (dataNascimento = BORN) => ({ fator: 'DADOS_PESSOAIS', cpf: CPF, dataNascimento });
const SIGNATURE = { assinatura: { tipo: 'DIGITADA', texto: 'Pessoa' }, campos: [] };
const READ = { paginasLidas: 9, segundos: 3 };

/** Everything from opening a link to signing, as far as it goes. */
export async function wholeCourse(world: World, token: string): Promise<void> {
  const { open, post } = holder(world, token);
  const opened = await open();
  if (opened.status !== 200) return;
  for (const born of [BORN, OTHER_BORN]) if ((await post('autenticar', proof(born))).status === 200) break;
  for (const { id } of opened.body.documentos) await post('leitura', { documentoId: id, ...READ });
  const accepted = await post('aceite', { textoHash: opened.body.textoAceite.textoHash });
  if (accepted.status === 200) await post('assinar', SIGNATURE);
}

const course: Act = async (world) => {
  const token = linkOf(world);
  if (token !== undefined) await wholeCourse(world, token);
};

const other = (world: World) => {
  const { nome, email, cpf, dataNascimento } = world.person();
  return { nome, email, cpf, dataNascimento };
};

const passOn: Act = async (world) => {
  const token = linkOf(world);
  if (token === undefined) return;
  const { post } = holder(world, token);
  await post('autenticar', proof());
  await post('delegar', other(world));
};

/** A link for one session in another page, and the session. */
const embed: Act = async (world) => {
  const link = onSigner(
    'incorporar',
    (id) => `/signatarios/${id}/link`,
    'POST',
    () => ({ origem: FRAMING_ORIGIN }),
  );
  const answer = await link(world);
  if (answer?.status !== 200) return;
  const ticket = answer.body.url.split('/incorporar/')[1];
  const begun = await holder(world, ticket).post('sessao', { chave: randomBytes(16).toString('base64url') });
  if (begun.status === 200) world.links.push(begun.body.token);
};

const newVersion: Act = (world) => {
  const form = new FormData();
  const pdf = tinyPdf(1, Buffer.from(randomUUID()));
  form.set('arquivo', new Blob([Buffer.from(pdf)], { type: 'application/pdf' }), 'outro.pdf');
  return world.about('nova versão', documentOf(world), '/versoes', 'POST', form);
};

const duplicate: Act = async (world) => {
  const { status, body } = await world.about('duplicar', documentOf(world), '/duplicar', 'POST', {});
  if (status !== 201) return;
  const file = await world.about('arquivo', body.id, '/arquivo?tipo=ORIGINAL', 'GET');
  if (file.status === 200) world.documents.set(body.id, file.bytes);
};

const newEnvelope: Act = async (world) => {
  const post = () => call(`${world.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, world.sender.as);
  const { status, body } = await world.ask('criar envelope', post);
  if (status === 201) world.envelopes.push(body.id);
};

const sendEnvelope: Act = async (world) => {
  const id = world.random.pick(world.envelopes);
  if (id === undefined) return;
  await world.ask('enviar envelope', () =>
    call(`${world.base}/envelopes/${id}/enviar`, 'POST', undefined, world.sender.as),
  );
};

const inHours = (world: World, hours: number) => new Date(world.now + hours * 3600_000).toISOString();

const adjustment = (world: World) =>
  world.random.pick<object>([
    { prazoEm: inHours(world, 2) },
    { prazoEm: null },
    { lembrete: 'DIARIO' },
    { descricao: randomUUID() },
  ]);

const ofEnvelope = ({ random, envelopes }: World) => ({
  envelopeId: envelopes.length > 0 && random.chance(0.7) ? random.pick(envelopes) : null,
});

/** With their weights: what is needed often, what only tells something now and then, and what ends it all. */
const ACTS: readonly (readonly [number, Act])[] = [
  [6, (world) => world.create()],
  [10, onDocument('enviar', '/enviar', 'POST')],
  [1, onDocument('cancelar', '/cancelar', 'POST', () => ({ motivo: 'Engano.' }))],
  [2, onDocument('reenviar', '/reenviar', 'POST', () => ({}))],
  [3, onDocument('ajustar', '/ajustar', 'POST', adjustment)],
  [1, onDocument('excluir', '', 'DELETE')],
  [2, onDocument('restaurar', '/restaurar', 'POST')],
  [2, onDocument('alterar', '', 'PATCH', ({ random }) => ({ ordenado: random.chance(0.5) }))],
  [1, onDocument('campos', '/campos', 'PUT', () => ({ campos: [field({ y: 0.5 })] }))],
  [1, newVersion],
  [1, duplicate],
  [1, newEnvelope],
  [3, sendEnvelope],
  [2, onDocument('alterar', '', 'PATCH', ofEnvelope)],
  [1, onDocument('incluir', '/signatarios', 'POST', (world) => world.person())],
  [
    4,
    onSigner(
      'corrigir',
      (id) => `/signatarios/${id}`,
      'PATCH',
      (world) => world.correction(),
    ),
  ],
  [1, onSigner('remover', (id) => `/signatarios/${id}`, 'DELETE')],
  [
    2,
    onSigner(
      'reenviar',
      () => '/reenviar',
      'POST',
      (_world, signatarioId) => ({ signatarioId }),
    ),
  ],
  [3, embed],
  [14, course],
  [5, passOn],
  [2, byLink('assinar', () => SIGNATURE)],
  [2, byLink('recusar', () => ({ motivo: 'Não é o combinado.' }))],
  [1, byLink('recusar', (world) => ({ motivo: 'Não é o combinado.', documentoId: documentOf(world) }))],
  [2, byLink('delegar', other)],
  [2, byLink('autenticar', () => proof())],
  [2, byLink('leitura', () => READ)],
  [2, (world) => world.readMail()],
  [1, async (world) => world.advance(world.random.pick([1, 61, 20 * 60, 2 * 3600]) * 1000)],
];
const ALL = ACTS.reduce((sum, [weight]) => sum + weight, 0);

/** Any act, in the shares in which they make long and varied lives. */
export function anyAct({ random }: World): Act {
  let left = random.int(ALL);
  for (const [weight, act] of ACTS) {
    left -= weight;
    if (left < 0) return act;
  }
  return course;
}
