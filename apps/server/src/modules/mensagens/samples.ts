import { type Idioma, rule } from '@rubrica/contract';
import { accountSamples } from './account-samples.ts';
import { renderMemberInvitation } from './account-texts.ts';
import { renderDelegationNotice } from './delegation-texts.ts';
import { renderFormConfirmation } from './form-texts.ts';
import { renderFormWarning } from './form-warning-texts.ts';
import type { Rendered, Sender } from './frame.ts';
import { type EndedDocument, type Outcome, renderOwnerNotice } from './outcome-texts.ts';
import { type Sample, type SampleInput, TOKEN } from './sample.ts';
import { renderAuthenticatorForgotten, renderCode, renderInvitation, renderSignerNotice } from './signer-messages.ts';
import type { Invitation } from './texts.ts';
import { renderWebhookDeactivated } from './webhook-texts.ts';

const HOUR_MS = 3600_000;
const TITLE = 'Contrato de locação do imóvel da Rua das Acácias, 120';
const MESSAGE =
  'Ana, segue o contrato com a cláusula 7 já corrigida.\nQualquer dúvida, é só responder a esta mensagem.';
const SCRIPT = '<script>alert("oi")</script><img src=x onerror=alert(1)>';

export type { Sample, SampleInput } from './sample.ts';

/** Every message the service sends, rendered by the real functions with fictitious data. */
export function sampleMessages(input: SampleInput): Sample[] {
  const brand: Sender = { organizacao: 'Imobiliária Acácia Ltda.', corPrimaria: '#1f5a4c', logo: input.logo };
  return [
    ...signing(input, brand),
    ...endings(input, brand),
    ...foreign(input, brand),
    ...organization(input, brand),
    ...accountSamples(input),
    ...extremes(input, brand),
  ];
}

const linkOf = ({ publicUrl }: SampleInput) => `${publicUrl}/assinar/${TOKEN.slice(0, 43)}`;

function invitationOf(
  input: SampleInput,
  sender: Sender,
  more: Partial<Invitation> = {},
  idioma: Idioma = 'pt-BR',
): Rendered {
  const invitation = {
    sender,
    nome: 'Ana Lima',
    titles: [TITLE],
    mensagem: MESSAGE,
    prazoEm: new Date(input.now.getTime() + 5 * 24 * HOUR_MS),
    url: linkOf(input),
    teste: false,
    lembrete: false,
    deadlineChanged: false,
    delegadoPor: null,
    modelo: null,
    ...more,
  };
  return renderInvitation(invitation, idioma);
}

function signing(input: SampleInput, brand: Sender): Sample[] {
  const set = [TITLE, 'Termo de vistoria', 'Ficha cadastral'];
  return [
    {
      id: 'convite',
      nome: 'Convite para assinar',
      when: 'Quem assina, quando chega a sua vez.',
      message: invitationOf(input, brand),
    },
    {
      id: 'convite-de-quem-passou',
      nome: 'Convite de quem passou a assinatura',
      when: 'A quem alguém, a quem o remetente permitiu, passou a assinatura.',
      message: invitationOf(input, brand, { delegadoPor: 'João da Silva' }),
    },
    {
      id: 'convite-envelope',
      nome: 'Convite para um envelope',
      when: 'Quem assina vários documentos com um link só.',
      message: invitationOf(input, brand, { titles: set, mensagem: null }),
    },
    ...input.modelos.map((modelo, index) => ({
      id: `convite-modelo-${index + 1}`,
      nome: `Convite pelo modelo “${modelo.nome}”`,
      when: 'Quem assina, onde o remetente escolheu este modelo de e-mail.',
      message: invitationOf(input, brand, { modelo, mensagem: null }),
    })),
    {
      id: 'lembrete',
      nome: 'Lembrete',
      when: 'Quem foi convidado e ainda não assinou.',
      message: invitationOf(input, brand, { lembrete: true, mensagem: null }),
    },
    {
      id: 'prazo',
      nome: 'Novo prazo',
      when: 'Quem foi convidado e ainda não assinou, quando o remetente muda o prazo.',
      message: invitationOf(input, brand, { deadlineChanged: true, mensagem: null }),
    },
    {
      id: 'formulario',
      nome: 'Confirmação de quem chega por um link público',
      when: 'Quem pediu um documento pelo link público de um modelo.',
      message: renderFormConfirmation({
        ...{ sender: brand, titulo: 'Termo de adesão 2027', teste: false },
        url: `${input.publicUrl}/formulario/confirmar/${TOKEN.slice(0, 43)}`,
      }),
    },
    {
      id: 'codigo',
      nome: 'Código de confirmação',
      when: 'Quem o pediu na página de assinatura.',
      message: renderCode({ sender: brand, codigo: '482913', minutes: 10, teste: false }),
    },
    {
      id: 'autenticador-desfeito',
      nome: 'Aplicativo autenticador desfeito',
      when: 'Quem assina com o aplicativo, quando o remetente desfaz o cadastro dele.',
      message: renderAuthenticatorForgotten({ sender: brand, nome: 'Ana Lima', em: input.now, teste: false }),
    },
  ];
}

const CODE = 'SVC-4K7M-Q2XR-9HTN';
const hashesOf = (outcome: Outcome) =>
  outcome === 'ASSINADO'
    ? {
        codigo: CODE,
        assinado: '41b7e0c95ad83f6270cd19e4a5b6f8230e7d94c1b85f2a3690dce7147fb0a652',
        codigoCertificado: 'SVC-CERT-4H8RNB2WZC',
        versaoCertificado: 1,
        certificado: 'd06a8e3f51c7b924e0f8a1d3962b5c74ea1903fd85b6c27e40d19fa87c3be605',
      }
    : null;

function ended({ publicUrl }: SampleInput, outcome: Outcome, titulo = TITLE): EndedDocument {
  return { titulo, outcome, hashes: hashesOf(outcome), validationUrl: `${publicUrl}/validar/${CODE}` };
}

const ENDINGS: readonly [Outcome, id: string, nome: string][] = [
  ['ASSINADO', 'concluido', 'Concluído'],
  ['RECUSADO', 'recusado', 'Recusado'],
  ['EXPIRADO', 'expirado', 'Expirado'],
  ['CANCELADO', 'cancelado', 'Cancelado'],
];

/** What comes with a message about such an end. */
const comesWith = (input: SampleInput, outcome: Outcome) =>
  outcome === 'ASSINADO' ? { copyUrl: linkOf(input), brings: true } : { copyUrl: null, brings: false };

function endings(input: SampleInput, brand: Sender): Sample[] {
  const signer = { sender: brand, nome: 'Ana Lima', copyUrl: null, refused: false, brings: false, teste: false };
  const people = ['Ana Lima', 'João da Silva'];
  const toSigners = ENDINGS.map(([outcome, id, nome]) => ({
    id: `${id}-signatario`,
    nome: `${nome}: a quem assina`,
    when: 'Cada pessoa que o serviço convidou por e-mail.',
    message: renderSignerNotice({ ...signer, documentos: [ended(input, outcome)], ...comesWith(input, outcome) }),
  }));
  const toOwners = ENDINGS.map(([outcome, id, nome]) => {
    const said = outcome === 'RECUSADO' || outcome === 'CANCELADO';
    const listed = { ASSINADO: people, EXPIRADO: people.slice(1), RECUSADO: [], CANCELADO: [] }[outcome];
    const motivo = said ? 'O valor do aluguel não é o que combinamos.' : null;
    const panelUrl = `${input.publicUrl}/painel/documentos/b0d1f4a2-3c5e-4f7a-9b8c-1d2e3f4a5b6c`;
    const hashes = hashesOf(outcome);
    const ator = said ? 'João da Silva' : null;
    const documentos = [{ titulo: TITLE, outcome, hashes, panelUrl, people: listed, ator, motivo }];
    return {
      id: `${id}-remetente`,
      nome: `${nome}: a quem enviou`,
      when: 'Quem criou o documento, ou um proprietário da organização.',
      message: renderOwnerNotice({
        sender: brand,
        nome: 'Helena Prado',
        documentos,
        brings: outcome === 'ASSINADO',
        teste: false,
      }),
    };
  });
  const set = [
    ended(input, 'ASSINADO'),
    ended(input, 'ASSINADO', 'Termo de vistoria'),
    ended(input, 'CANCELADO', 'Ficha cadastral'),
  ];
  return [
    ...toSigners,
    {
      id: 'recusa-registrada',
      nome: 'Recusado: a quem recusou',
      when: 'Quem recusou, como recibo.',
      message: renderSignerNotice({ ...signer, documentos: [ended(input, 'RECUSADO')], refused: true, brings: true }),
    },
    {
      id: 'envelope-encerrado',
      nome: 'Envelope encerrado: a quem assina',
      when: 'Uma mensagem por pessoa, com todos os seus documentos do envelope.',
      message: renderSignerNotice({ ...signer, documentos: set, copyUrl: linkOf(input), brings: true }),
    },
    ...toOwners,
    {
      id: 'assinatura-passada',
      nome: 'Assinatura passada: a quem enviou',
      when: 'Quem criou o documento, quando alguém passa a assinatura a outra pessoa.',
      message: renderDelegationNotice({
        sender: brand,
        nome: 'Helena Prado',
        documentos: [
          { titulo: TITLE, panelUrl: `${input.publicUrl}/painel/documentos/b0d1f4a2-3c5e-4f7a-9b8c-1d2e3f4a5b6c` },
        ],
        de: 'João da Silva',
        para: { nome: 'Ana Lima', email: 'ana.lima@exemplo.com.br' },
        motivo: 'Estou em férias; Ana responde por mim.',
        teste: false,
      }),
    },
  ];
}

/** Every message to signers in the other languages that they can choose. */
function foreign(input: SampleInput, sender: Sender): Sample[] {
  const signer = { sender, nome: 'Ana Lima', copyUrl: null, refused: false, brings: false, teste: false };
  return (['en', 'es'] as const).flatMap((idioma) => {
    const when = `Quem assina e escolheu ${idioma === 'en' ? 'inglês' : 'espanhol'}.`;
    const message = (id: string, nome: string, rendered: Rendered): Sample => ({
      id: `${id}-${idioma}`,
      nome: `${nome} (${idioma})`,
      when,
      message: rendered,
    });
    const quiet = { mensagem: null };
    return [
      message('convite', 'Convite', invitationOf(input, sender, {}, idioma)),
      message('lembrete', 'Lembrete', invitationOf(input, sender, { ...quiet, lembrete: true }, idioma)),
      message('prazo', 'Novo prazo', invitationOf(input, sender, { ...quiet, deadlineChanged: true }, idioma)),
      message(
        'convite-de-quem-passou',
        'Convite de quem passou a assinatura',
        invitationOf(input, sender, { ...quiet, delegadoPor: 'João da Silva' }, idioma),
      ),
      message('codigo', 'Código', renderCode({ sender, codigo: '482913', minutes: 10, teste: false }, idioma)),
      message(
        'autenticador-desfeito',
        'Autenticador desfeito',
        renderAuthenticatorForgotten({ sender, nome: 'Ana Lima', em: input.now, teste: false }, idioma),
      ),
      ...ENDINGS.map(([outcome, id, nome]) =>
        message(
          id,
          nome,
          renderSignerNotice({ ...signer, documentos: [ended(input, outcome)], ...comesWith(input, outcome) }, idioma),
        ),
      ),
    ];
  });
}

function organization(input: SampleInput, brand: Sender): Sample[] {
  const panelUrl = `${input.publicUrl}/painel`;
  return [
    {
      id: 'convite-de-membro',
      nome: 'Convite para a organização',
      when: 'Quem passa a participar da organização.',
      message: renderMemberInvitation({
        sender: brand,
        papel: 'OPERADOR',
        convidadoPor: 'Helena Prado',
        url: `${panelUrl}/convite/${TOKEN.slice(0, 43)}`,
        expiraEm: new Date(input.now.getTime() + 7 * 24 * HOUR_MS),
        teste: false,
      }),
    },
    {
      id: 'link-publico-parado',
      nome: 'Link público parado',
      when: 'Quem criou o link público, quando alguém o usa e o documento não pode ser gerado; até uma vez por dia.',
      message: renderFormWarning({
        ...{ sender: brand, nome: 'Helena Prado', titulo: 'Termo de adesão 2027', teste: false },
        motivo: 'MODELO_INCOMPLETO',
        lacking: [rule('signatureNeeded')],
        panelUrl: `${panelUrl}/modelos/4f9d2b8e-6a1c-4a43-9d0b-2f6f0c7f3b51`,
      }),
    },
    {
      id: 'webhook-desativado',
      nome: 'Webhook desativado',
      when: 'Cada administrador da organização.',
      message: renderWebhookDeactivated({
        sender: brand,
        nome: 'Helena Prado',
        url: 'https://sistema.acacia.exemplo/eventos?chave=não-aparece',
        descricao: 'Integração com o financeiro',
        deactivatedAt: input.now,
        gone: false,
        panelUrl,
        teste: false,
      }),
    },
  ];
}

/** Extreme values an organization may put into a message, and the sandbox. */
function extremes(input: SampleInput, brand: Sender): Sample[] {
  return [
    {
      id: 'extremo-cor-clara',
      nome: 'Convite com cor clara e sem logotipo',
      when: 'O botão e os textos continuam legíveis.',
      message: invitationOf(input, { organizacao: 'Limonada S.A.', corPrimaria: '#fff9b0' }),
    },
    {
      id: 'extremo-testes',
      nome: 'Convite no ambiente de testes',
      when: 'Não chega a ninguém: fica em /sandbox/caixa.',
      message: invitationOf(input, brand, { teste: true }),
    },
    {
      id: 'extremo-codigo-em-nomes',
      nome: 'Convite com código nos nomes',
      when: 'Aparece como texto.',
      message: invitationOf(
        input,
        { organizacao: SCRIPT, corPrimaria: '#7c1d6f' },
        { nome: SCRIPT, titles: [SCRIPT, 'Palavrasemespaçoenenhumahifenização'.repeat(8)], mensagem: SCRIPT },
      ),
    },
  ];
}
