import {
  type AccountNotice,
  type OrganizationNotice,
  renderAccountNotice,
  renderEmailConfirmation,
  renderLogHead,
  renderOrganizationNotice,
  renderPasswordRecovery,
} from './account-texts.ts';
import { renderAddressTaken, renderEmailChange, renderEmailChangeNotice } from './address-texts.ts';
import { renderContact } from './contact-texts.ts';
import { type Sample, type SampleInput, TOKEN } from './sample.ts';

const logHeadOf = (panelUrl: string): Sample => ({
  id: 'registro-aberto',
  nome: 'Registro aberto: um dia',
  when: 'Quem é proprietário de uma organização, nos dias em que ele cresceu.',
  message: renderLogHead({ ...LOG_HEAD, nome: 'Helena Prado', panelUrl }),
});
const LOG_HEAD = {
  dia: '2026-11-29',
  origem: 'rubrica.exemplo/registro',
  tamanho: 48_210,
  raiz: `${'Qm9sb'.repeat(8)}Zw==`,
};

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

/** What goes to people with an account, and to who operates the service. */
export function accountSamples(input: SampleInput): Sample[] {
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
    logHeadOf(panelUrl),
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
