import { randomUUID } from 'node:crypto';
import { type OperationId, operationOf } from '@rubrica/contract';
import { Secret, TOTP } from 'otpauth';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { type Account, type Answer, documentForm, login, newAccount, until } from '../harness.ts';
import { consented, newClient } from '../modules/oauth/support.ts';
import { type Caller, environmentsOf, type Wanted, type World } from './world.ts';

/** How each parameter of a path is made to exist, and how a valid body is made where the schema's example is none. */

type Params = Readonly<Record<string, string>>;
type Maker = (world: World, caller: Caller, params: Params, id: OperationId) => Promise<string>;

const OTHER_PASSWORD = 'sete barcos descem o rio manso 58';

let made = 0;
/** Another number each time, so that two requests of one factory are never the same. */
const next = () => ++made;

const unique = (name: string) => `${name}${next()}.${Date.now()}@exemplo.com.br`;

const expectMade = ({ status, body, bytes }: Answer) => {
  if (status > 204) throw new Error(`a factory was refused: ${bytes}`);
  return body;
};

/** A person who proves with personal data, so that signing needs no message. */
export const signer = () => ({
  id: randomUUID(),
  funcao: 'ASSINAR',
  nome: 'Caio Prado',
  cpf: '52998224725',
  dataNascimento: '1987-04-12',
  metodoEntrega: 'LINK',
});

export function draftBody(signers: object[] = [signer()], more: object = {}) {
  return {
    titulo: `Contrato ${next()}`,
    fatoresExigidos: ['DADOS_PESSOAIS'],
    signatarios: signers,
    campos: signers.map((person, index) => ({
      tipo: 'ASSINATURA',
      pagina: 1,
      x: 0.1,
      y: 0.1 * index,
      largura: 0.3,
      altura: 0.05,
      signatarioId: (person as { id: string }).id,
    })),
    ...more,
  };
}

/** A draft that is ready to be sent. */
export const newDraft = async (world: World, caller: Caller, signers?: object[], more?: object) =>
  expectMade(await world.as(caller, 'criarDocumento', { body: documentForm(tinyPdf(), draftBody(signers, more)) }));

export async function newSent(world: World, caller: Caller, signers?: object[], more?: object) {
  const { id } = await newDraft(world, caller, signers, more);
  // The plan's twenty envelopes a month are no subject here.
  await world.service.owner`delete from consumo_mensal where tipo = 'ENVELOPE_ENVIADO'`;
  return expectMade(await world.as(caller, 'enviarDocumento', { params: { documentoId: id } }));
}

/** The token of a LINK signer. */
export const tokenOf = (documento: { signatarios: { link?: string | null }[] }, index = 0) =>
  String(documento.signatarios[index]?.link?.split('/').pop());

/** Everything a signer does up to signing. */
export async function prepareToSign(world: World, caller: Caller, token: string): Promise<void> {
  const at = async (id: OperationId, body?: object) =>
    expectMade(await world.send(id, caller.environment, { params: { token }, body }));
  const opened = await at('abrirAssinatura');
  await at('autenticarSignatario', { fator: 'DADOS_PESSOAIS', cpf: '52998224725', dataNascimento: '1987-04-12' });
  await at('escolherIdioma', { idioma: 'en' });
  await at('registrarLeitura', { paginasLidas: 1, segundos: 9 });
  await at('registrarAceite', { textoHash: opened.textoAceite.textoHash });
}

export const SIGNING_BODY = { assinatura: { tipo: 'DIGITADA', texto: 'Caio Prado' }, campos: [] };

export async function signWith(world: World, caller: Caller, token: string) {
  await prepareToSign(world, caller, token);
  return expectMade(await world.send('assinar', caller.environment, { params: { token }, body: SIGNING_BODY }));
}

export async function newSigned(world: World, caller: Caller) {
  const sent = await newSent(world, caller);
  await signWith(world, caller, tokenOf(sent));
  return expectMade(await world.as(caller, 'obterDocumento', { params: { documentoId: sent.id } }));
}

const signed = new WeakMap<World, Map<string, Promise<{ id: string }>>>();

/** A signed document of the caller's, one for all operations that leave it as it is: completing takes its time. */
function sharedSigned(world: World, caller: Caller): Promise<{ id: string }> {
  const made = signed.get(world) ?? new Map<string, Promise<{ id: string }>>();
  signed.set(world, made);
  const key = `${caller.credentials.email} ${caller.environment}`;
  const found = made.get(key) ?? newSigned(world, caller);
  made.set(key, found);
  return found;
}

/** Every organization lists the origin of the examples. */
async function listingOrigins(world: World): Promise<World> {
  await world.service.owner`update organizacao set origens_permitidas = array['https://app.acacia.exemplo.com.br']`;
  return world;
}

/** The status in which an operation on a document succeeds, where that is not a draft. */
const DOCUMENT_FOR: Partial<Record<OperationId, (world: World, caller: Caller) => Promise<{ id: string }>>> = {
  reenviarDocumento: newSent,
  cancelarDocumento: newSent,
  ajustarDocumento: newSent,
  abrirMinhaAssinatura: (world, caller) => newSent(world, caller, [{ ...signer(), email: caller.credentials.email }]),
  criarLinkIncorporado: async (world, caller) => newSent(await listingOrigins(world), caller),
  criarEdicao: async (world, caller) => newDraft(await listingOrigins(world), caller),
  simularSignatario: newSent,
  restaurarDocumento: async (world, caller) => {
    const draft = await newDraft(world, caller);
    expectMade(await world.as(caller, 'excluirDocumento', { params: { documentoId: draft.id } }));
    return draft;
  },
  obterCertificado: sharedSigned,
  reemitirCertificado: sharedSigned,
  baixarArquivo: sharedSigned,
  baixarDossie: sharedSigned,
};

const creating =
  (id: OperationId, body: (world: World, caller: Caller) => unknown): Maker =>
  async (world, caller) =>
    expectMade(await world.as(caller, id, { body: await body(world, caller) })).id;

/** How to make what each parameter of a member's path names. */
export const RESOURCES: Readonly<Record<string, Maker>> = {
  documentoId: async (world, caller, _params, id) => (await (DOCUMENT_FOR[id] ?? newDraft)(world, caller)).id,
  signatarioId: async (world, caller, { documentoId = '' }) =>
    expectMade(await world.as(caller, 'listarSignatarios', { params: { documentoId } })).itens[0].id,
  eventoId: async (world, caller) => {
    const { id } = await newDraft(world, caller);
    return expectMade(await world.as(caller, 'listarEventos', { query: `documentoId=${id}` })).itens[0].eventoId;
  },
  webhookId: creating('criarWebhook', webhookBody),
  // One that was tried: what still waits in the queue cannot be asked for again.
  entregaId: async (world, caller, { webhookId = '' }) => {
    const { id } = expectMade(await world.as(caller, 'testarWebhook', { params: { webhookId } }));
    await until(async () => {
      const { itens } = expectMade(await world.as(caller, 'listarEntregas', { params: { webhookId } }));
      return itens[0].status !== 'PENDENTE';
    });
    return id;
  },
  chaveId: creating('criarChaveApi', () => keyBody()),
  concessaoId: async ({ service }, { credentials, environment }) => {
    const client = await newClient(service, { ambiente: environment === 'test' ? 'TESTE' : 'PRODUCAO' });
    await consented(service, client, credentials);
    const [row] = await service.owner<{ id: string }[]>`
      select g.id from concessao_oauth g join cliente_oauth c on c.id = g.cliente_id where c.client_id = ${client.id}`;
    return row?.id ?? '';
  },
  envelopeId: async (world, caller, _params, id) => {
    const envelope = expectMade(await world.as(caller, 'criarEnvelope', { body: { titulo: `Conjunto ${next()}` } }));
    if (id === 'enviarEnvelope') await newDraft(world, caller, undefined, { envelopeId: envelope.id });
    return envelope.id;
  },
  numero: async () => '1',
  pastaId: creating('criarPasta', () => ({ nome: `Pasta ${next()}` })),
  clienteId: creating('criarCliente', () => contactBody()),
  modeloId: creating('criarModelo', () => documentForm(tinyPdf(), templateBody())),
  linkId: async (world, caller, { modeloId = '' }) =>
    expectMade(await world.as(caller, 'criarLinkDeModelo', { params: { modeloId }, body: publicLinkBody() })).id,
  modeloEmailId: creating('criarModeloEmail', () => emailTemplateBody()),
  membroId: creating('convidarMembro', () => ({ email: unique('convidada'), papel: 'OPERADOR' })),
  // To be decided it has to be open; to be read it has to be answered.
  solicitacaoId: async (world, caller, _params, id) => {
    const wanted = { ...requestBody(), tipo: id === 'obterArquivoSolicitacaoLgpd' ? 'ACESSO' : 'CORRECAO' };
    const created = expectMade(await world.as(caller, 'criarSolicitacaoLgpd', { body: wanted }));
    if (wanted.tipo === 'CORRECAO') return created.id;
    await until(async () => {
      const { itens } = expectMade(await world.as(caller, 'listarSolicitacoesLgpd', { query: 'estado=ATENDIDA' }));
      return itens.some((item: { id: string }) => item.id === created.id);
    });
    return created.id;
  },
  sessaoId: async (world, caller) => {
    const { email, senha } = caller.credentials;
    await login(world.service.origin, email, senha);
    const { itens } = expectMade(await world.as(caller, 'listarSessoes', { query: 'limite=1' }));
    return itens[0].id;
  },
};

/** An organization has few webhooks at a time, which is no subject here: those of before make room. */
async function webhookBody({ service }: World) {
  const { owner, clock } = service;
  await owner`
    update webhook
       set ativo = false, excluido_em = ${clock.now()}
     where id in (select id from webhook where excluido_em is null order by criado_em desc offset 10)`;
  return { url: `http://127.0.0.1:9/${next()}`, eventos: ['document.completed'] };
}
const keyBody = () => ({ nome: `chave ${next()}`, ambiente: 'TESTE', escopos: ['documentos:ler'] });
const requestBody = () => ({
  tipo: 'CORRECAO',
  titular: { nome: 'Caio Prado', email: unique('titular') },
  descricao: 'Quero saber o que guardam.',
});
const contactBody = () => ({ nome: 'Caio Prado', email: unique('caio') });
const papelId = randomUUID();
const templateBody = () => ({
  nome: `Modelo ${next()}`,
  escopo: 'ORGANIZACAO',
  papeis: [{ id: papelId, rotulo: 'Locatário', funcao: 'ASSINAR', ordem: 1 }],
  campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.1, largura: 0.3, altura: 0.05, papelId }],
});

const publicLinkBody = () => ({ titulo: `Adesão ${next()}`, papelId });

const emailTemplateBody = () => ({ nome: `Convite ${next()}`, assunto: '{{titulo}}', corpo: 'Assine até {{prazo}}.' });

type BodyMaker = (world: World, caller: Caller, params: Params) => unknown | Promise<unknown>;

/** Bodies, where the schema's first example is not one that succeeds. */
const BODIES: Partial<Record<OperationId, BodyMaker>> = {
  criarDocumento: () => documentForm(tinyPdf(), draftBody()),
  criarVersao: () => uploadForm(),
  alterarDocumento: () => ({ titulo: `Contrato revisto ${next()}` }),
  cancelarDocumento: () => ({ motivo: `Motivo ${next()}` }),
  reenviarDocumento: () => ({}),
  duplicarDocumento: () => ({ titulo: `Cópia ${next()}` }),
  ajustarDocumento: () => ({ descricao: `Descrição ${next()}` }),
  moverDocumento: () => ({ pastaId: null }),
  simularSignatario: () => ({ acao: 'ABRIR' }),
  criarSignatario: () => ({ ...signer(), nome: `Davi ${next()}` }),
  alterarSignatario: () => ({ nome: `Caio Prado ${next()}` }),
  definirCampos: async (world, caller, { documentoId = '' }) => {
    const { itens } = (await world.as(caller, 'listarSignatarios', { params: { documentoId } })).body;
    return { campos: draftBody(itens).campos };
  },
  criarModelo: () => documentForm(tinyPdf(), templateBody()),
  criarDocumentoDeModelo: async (world, caller, { modeloId = '' }) => {
    const modelo = await world.as(caller, 'obterModelo', { params: { modeloId } });
    const [papel] = modelo.body?.papeis ?? [{ id: randomUUID() }];
    return {
      titulo: `De modelo ${next()}`,
      papeis: [{ papelId: papel.id, nome: 'Caio Prado', email: 'caio@exemplo.com.br' }],
    };
  },
  criarLinkDeModelo: publicLinkBody,
  alterarLinkDeModelo: () => ({ titulo: `Adesão ${next()}` }),
  criarModeloDeDocumento: () => ({ nome: `Modelo ${next()}` }),
  criarModeloEmail: emailTemplateBody,
  alterarModeloEmail: () => ({ nome: `Convite ${next()}` }),
  previsualizarModeloEmail: () => ({ assunto: `Assunto ${next()}`, corpo: 'Olá, {{signatario}}!' }),
  criarEnvelope: () => ({ titulo: `Conjunto ${next()}` }),
  alterarEnvelope: () => ({ titulo: `Conjunto ${next()}` }),
  criarPasta: () => ({ nome: `Pasta ${next()}` }),
  criarCliente: contactBody,
  alterarCliente: () => ({ nome: `Caio Prado ${next()}` }),
  alterarPasta: () => ({ nome: `Pasta ${next()}` }),
  criarWebhook: webhookBody,
  // A period is served as far back as thirty days, whatever the clock of the service says.
  repetirEventos: ({ service }) => ({ desde: new Date(service.clock.now().getTime() - 3600_000).toISOString() }),
  alterarWebhook: () => ({ descricao: `descrição ${next()}` }),
  convidarMembro: () => ({ email: unique('convidada'), papel: 'OPERADOR' }),
  alterarMembro: () => ({ papel: 'VISUALIZADOR' }),
  alterarOrganizacao: () => ({ nome: `Acácia ${next()} Ltda.` }),
  criarChaveApi: keyBody,
  criarSolicitacaoLgpd: () => requestBody(),
  transferirOrganizacao: async ({ service }, { credentials }) => {
    const { email } = await (credentials as Account).member('OPERADOR');
    const [row] = await service.owner<{ id: string }[]>`select id from membro where email = ${email}`;
    return { membroId: row?.id, senha: credentials.senha };
  },
  excluirOrganizacao: (_world, { credentials }) => ({ senha: credentials.senha }),
  restaurarOrganizacao: (_world, { credentials }) => ({ senha: credentials.senha }),
  cadastrar: () => ({
    nome: 'Ana Lima',
    email: unique('nova'),
    senha: 'gato-azul-corre-no-telhado-42',
    organizacao: { nome: 'Acácia Ltda.', documento: '11222333000181' },
  }),
  renovarSessao: () => undefined,
  alterarConta: () => ({ nome: `Helena ${next()}`, tema: 'ESCURO' }),
  alterarSenha: (_world, { credentials }) => ({ senhaAtual: credentials.senha, senha: OTHER_PASSWORD }),
  alterarEmail: (_world, { credentials }) => ({ email: unique('nova'), senha: credentials.senha }),
  iniciarSegundoFator: (_world, { credentials }) => ({ senha: credentials.senha }),
  confirmarSegundoFator: async (world, caller) => ({ codigo: (await enrol(world, caller))() }),
  desativarSegundoFator: async (world, caller) => {
    const code = await enrol(world, caller);
    expectMade(await world.as(caller, 'confirmarSegundoFator', { body: { codigo: code() } }));
    // A code serves once; the next one comes half a minute later.
    world.service.clock.advance(30_000);
    return { senha: caller.credentials.senha, codigo: code() };
  },
};

/** Begins a second factor. @returns what gives the code of the moment */
async function enrol(world: World, caller: Caller): Promise<() => string> {
  const { segredo } = expectMade(
    await world.as(caller, 'iniciarSegundoFator', { body: { senha: caller.credentials.senha } }),
  );
  const totp = new TOTP({ secret: Secret.fromBase32(segredo) });
  return () => totp.generate({ timestamp: world.service.clock.now().getTime() });
}

/**
 * Who calls an operation so that the call harms no other test: what ends sessions or changes an account is called by
 * somebody new.
 */
/** Give the organization away, end it, empty its sandbox, or move its clock. */
const OF_THE_WHOLE: readonly OperationId[] = [
  'transferirOrganizacao',
  'excluirOrganizacao',
  'restaurarOrganizacao',
  'limparSandbox',
  'avancarRelogio',
  'reiniciarRelogio',
];

export async function actorFor(world: World, caller: Caller, id: OperationId): Promise<Caller> {
  if (OF_THE_WHOLE.includes(id)) {
    const founder = { ...caller, credentials: await newAccount(world.service.origin) };
    // Only what is to be closed is restored.
    if (id === 'restaurarOrganizacao') {
      await world.as(founder, 'excluirOrganizacao', { body: { senha: founder.credentials.senha } });
    }
    return founder;
  }
  if (
    operationOf(id).account === undefined ||
    operationOf(id).method === 'GET' ||
    operationOf(id).credential !== 'session'
  )
    return caller;
  const credentials = await newAccount(world.service.origin);
  // Only who has yet to confirm the address asks for another link.
  if (id === 'reenviarConfirmacaoEmail') {
    await world.service.owner`update usuario set email_confirmado_em = null where email = ${credentials.email}`;
  }
  return { ...caller, credentials };
}

export function uploadForm(): FormData {
  const form = new FormData();
  form.set('arquivo', new Blob([Buffer.from(tinyPdf(1, Buffer.from(String(next()))))], { type: 'application/pdf' }));
  return form;
}

/** A body the schema takes; one that also succeeds wherever the table above says how. */
export async function validBody(world: World, caller: Caller, id: OperationId, params: Params = {}): Promise<unknown> {
  const maker = BODIES[id];
  if (maker) return maker(world, caller, params);
  const { body } = operationOf(id);
  const schema = body?.kind === 'multipart' ? body.dados : body?.schema;
  if (!schema) return undefined;
  const { examples } = schema as { examples?: readonly unknown[] };
  if (!examples?.[0]) throw new Error(`${id} has no example of a body`);
  return body?.kind === 'multipart' ? documentForm(tinyPdf(), examples[0] as object) : structuredClone(examples[0]);
}

/** Path parameters that name something of the caller's own. */
export async function ownParams(world: World, caller: Caller, id: OperationId): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const name of Object.keys(operationOf(id).params?.properties ?? {})) {
    const maker = RESOURCES[name];
    if (!maker) throw new Error(`no factory makes ${name} of ${id}`);
    // A key belongs to production whatever it opens; what exists in one environment only is made there.
    const [only] = environmentsOf(operationOf(id));
    const environment = environmentsOf(operationOf(id)).includes(caller.environment) ? caller.environment : only;
    params[name] = await maker(world, { ...caller, environment: environment ?? 'test' }, params, id);
  }
  return params;
}

/** A request that the service should fulfil. */
export async function validRequest(world: World, caller: Caller, id: OperationId): Promise<Wanted> {
  const params = await ownParams(world, caller, id);
  return { params, body: await validBody(world, caller, id, params) };
}
