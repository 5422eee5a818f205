import { type EscopoChave, KEY_SCOPES } from '@rubrica/contract';

/** What each scope allows, in words for the person asked to consent. */
export const SCOPE_WORDS: Readonly<Record<EscopoChave, string>> = {
  'organizacao:ler': 'Ver os dados da organização, o plano e a marca',
  'organizacao:escrever': 'Alterar a organização e gerenciar os membros',
  'documentos:ler': 'Ver documentos, campos e certificados',
  'documentos:escrever': 'Criar, editar, enviar, reenviar, cancelar, mover e excluir documentos',
  'signatarios:ler': 'Ver signatários e como cada um se autenticou',
  'signatarios:escrever': 'Incluir, corrigir e remover signatários',
  'pastas:ler': 'Ver pastas e o que há nelas',
  'pastas:escrever': 'Criar, renomear, mover e excluir pastas',
  'modelos:ler': 'Ver modelos',
  'modelos:escrever': 'Criar, editar e excluir modelos',
  'arquivos:ler': 'Baixar arquivos originais, assinados e de certificado',
  'auditoria:ler': 'Ler a trilha de auditoria',
  'webhooks:gerenciar': 'Cadastrar, editar e remover webhooks e ver as entregas',
  'consumo:ler': 'Ver o consumo, o extrato, o plano e as faturas',
};

/** Scopes separated by spaces, each once, in the order of the contract; null if one is unknown or there are none. */
export function readEscopos(text: string): EscopoChave[] | null {
  const names = new Set(text.split(' ').filter((name) => name !== ''));
  const escopos = KEY_SCOPES.filter((escopo) => names.has(escopo));
  return escopos.length > 0 && escopos.length === names.size ? escopos : null;
}

/** The requested scopes, if all of them are allowed; null if one is not, or is unknown. */
export function escoposWithin(text: string, allowed: readonly EscopoChave[]): EscopoChave[] | null {
  const escopos = readEscopos(text);
  return escopos?.every((escopo) => allowed.includes(escopo)) ? escopos : null;
}
