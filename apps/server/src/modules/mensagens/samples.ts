import type { Idioma } from '@rubrica/contract';
import {
  type AccountNotice,
  type OrganizationNotice,
  renderAccountNotice,
  renderEmailConfirmation,
  renderMemberInvitation,
  renderOrganizationNotice,
  renderPasswordRecovery,
} from './account-texts.ts';
import { renderAddressTaken, renderEmailChange, renderEmailChangeNotice } from './address-texts.ts';
import { renderContact } from './contact-texts.ts';
import type { Rendered, Sender } from './frame.ts';
import { type EndedDocument, type Outcome, renderOwnerNotice } from './outcome-texts.ts';
import { renderAuthenticatorForgotten, renderCode, renderInvitation, renderSignerNotice } from './signer-messages.ts';
import type { Invitation } from './texts.ts';
import { renderWebhookDeactivated } from './webhook-texts.ts';

/** One message of the gallery. */
export interface Sample {
  /** Part of the gallery's addresses. */
  readonly id: string;
  readonly nome: string;
  /** Who receives it, and when. */
  readonly when: string;
  readonly message: Rendered;
}

export interface SampleInput {
  /** `{public_url}` */
  readonly publicUrl: string;
  readonly now: Date;
  /** PNG in a data URI. */
  readonly logo: string;
  /** The templates of an invitation. */
  readonly modelos: readonly { readonly nome: string; readonly assunto: string; readonly corpo: string }[];
}

const HOUR_MS = 3600_000;
const TITLE = 'Contrato de locação do imóvel da Rua das Acácias, 120';
const MESSAGE =
  'Ana, segue o contrato com a cláusula 7 já corrigida.\nQualquer dúvida, é só responder a esta mensagem.';
/** 43 characters, like the tokens of links. */
const TOKEN = 'exemplo-de-link-que-nao-abre-documento-00000';
const SCRIPT = '<script>alert("oi")</script><img src=x onerror=alert(1)>';

/** Every message the service sends, rendered by the real functions with fictitious data. */
export function sampleMessages(input: SampleInput): Sample[] {
  const brand: Sender = { organizacao: 'Imobiliária Acácia Ltda.', corPrimaria: '#1f5a4c', logo: input.logo };
  return [
    ...signing(input, brand),
    ...endings(input, brand),
    ...foreign(input, brand),
    ...organization(input, brand),
    ...account(input),
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

/** All account notices. */
const NOTICES: Readonly<Record<AccountNotice, string>> = {
  SENHA_ALTERADA: 'Senha alterada',
  SEGUNDO_FATOR_ATIVADO: 'Duas etapas ativadas',
  SEGUNDO_FATOR_DESATIVADO: 'Duas etapas desativadas',
  CODIGO_RECUPERACAO_USADO: 'Código de recuperação usado',
};

/** All notices about an organization as a whole. */
const ORGANIZATION_NOTICES: Readonly<Record<OrganizationNotice, string>> = {
  PROPRIEDADE_RECEBIDA: 'Propriedade recebida',
  PROPRIEDADE_CEDIDA: 'Propriedade transferida',
  ORGANIZACAO_ENCERRA: 'Encerramento pedido',
  ORGANIZACAO_CONTINUA: 'Encerramento desfeito',
  ORGANIZACAO_ENCERRADA: 'Organização encerrada',
};

function addressOf(input: SampleInput, panelUrl: string): Sample[] {
  const url = `${panelUrl}/confirmar-email/${TOKEN.slice(0, 43)}`;
  const about = { nome: 'Helena Prado', novo: 'helena.prado@acacia.exemplo.com.br', em: input.now, panelUrl };
  return [
    {
      id: 'troca-de-email',
      nome: 'Troca do e-mail: o link',
      when: 'O novo endereço, quando a pessoa pede a troca.',
      message: renderEmailChange({ nome: 'Helena Prado', url, horas: 24 }),
    },
    {
      id: 'troca-de-email-ocupado',
      nome: 'Troca do e-mail: o endereço já tem conta',
      when: 'O dono do endereço, quando outra pessoa o pede.',
      message: renderAddressTaken(),
    },
    {
      id: 'troca-de-email-pedida',
      nome: 'Troca do e-mail: pedida',
      when: 'O endereço de até então, no pedido.',
      message: renderEmailChangeNotice('PEDIDA', about),
    },
    {
      id: 'troca-de-email-feita',
      nome: 'Troca do e-mail: feita',
      when: 'O endereço de até então, depois da confirmação.',
      message: renderEmailChangeNotice('FEITA', about),
    },
  ];
}

function account(input: SampleInput): Sample[] {
  const panelUrl = `${input.publicUrl}/painel`;
  return [
    {
      id: 'confirmacao',
      nome: 'Confirmação do e-mail',
      when: 'Quem abre uma conta, e de novo quando pede.',
      message: renderEmailConfirmation({
        nome: 'Helena Prado',
        url: `${panelUrl}/confirmar-email/${TOKEN.slice(0, 43)}`,
        horas: 24,
      }),
    },
    {
      id: 'senha',
      nome: 'Recuperação de senha',
      when: 'Quem a pediu, se a conta existe.',
      message: renderPasswordRecovery({
        nome: 'Helena Prado',
        url: `${panelUrl}/redefinir-senha/${TOKEN.slice(0, 43)}`,
        minutes: 60,
      }),
    },
    ...(Object.entries(NOTICES) as [AccountNotice, string][]).map(([notice, nome]) => ({
      id: `conta-${notice.toLowerCase().replaceAll('_', '-')}`,
      nome: `Conta: ${nome.toLowerCase()}`,
      when: 'O dono da conta, depois da mudança.',
      message: renderAccountNotice(notice, { nome: 'Helena Prado', em: input.now, panelUrl }),
    })),
    ...addressOf(input, panelUrl),
    ...(Object.entries(ORGANIZATION_NOTICES) as [OrganizationNotice, string][]).map(([notice, nome]) => ({
      id: `organizacao-${notice.toLowerCase().replaceAll('_', '-')}`,
      nome: `Organização: ${nome.toLowerCase()}`,
      when: 'Os membros ativos; da transferência, quem recebe e quem cede.',
      message: renderOrganizationNotice(
        notice,
        { nome: 'Helena Prado', em: input.now, panelUrl },
        {
          organizacao: 'Imobiliária Acácia Ltda.',
          ...(notice === 'ORGANIZACAO_ENCERRA' ? { encerraEm: input.now.toISOString() } : {}),
        },
      ),
    })),
    {
      id: 'contato',
      nome: 'Mensagem pelo site',
      when: 'Quem opera o serviço; a resposta vai a quem escreveu.',
      message: renderContact({
        protocolo: 'CT-20260814-7F3K',
        nome: 'João da Silva',
        email: 'joao@exemplo.com.br',
        assunto: 'Dúvida sobre o plano',
        mensagem: 'Bom dia!\n\nQuantos envelopes o plano inclui por mês?\n\nObrigado.',
        receivedAt: input.now,
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
