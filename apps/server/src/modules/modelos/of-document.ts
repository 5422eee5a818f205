import { randomUUID } from 'node:crypto';
import {
  ACCEPTED_FACTORS,
  type CampoModelo,
  FIELD_KINDS,
  type FuncaoSignatario,
  isDrawn,
  type PapelModelo,
} from '@rubrica/contract';
import {
  byKey,
  type CampoRow,
  type DocumentoRow,
  keyOfLabel,
  type SignatarioRow,
  tagsLeft,
} from '../documentos/index.ts';
import { keysOf, type TemplateFields } from './fields.ts';

/** A document with its people and fields. */
export interface Source {
  readonly documento: Pick<DocumentoRow, 'ordenado' | 'fatores_exigidos' | 'marcas' | 'arquivo_hash'>;
  readonly signatarios: readonly SignatarioRow[];
  readonly campos: readonly CampoRow[];
}

/** What a role is called after what its person did. */
const ROLE_WORDS: Readonly<Record<FuncaoSignatario, string>> = {
  ASSINAR: 'Signatário',
  APROVAR: 'Aprovador',
  RECONHECER: 'Quem reconhece',
  TESTEMUNHAR: 'Testemunha',
  ACUSAR_RECEBIMENTO: 'Destinatário',
  ENDOSSAR: 'Endossante',
};

/**
 * The roles and fields of a document, without anything of the people who were in it: a role is called after its function
 * and its turn, a field keeps what it starts with only where that cannot be about one of them.
 */
export function templateOf({ documento, signatarios, campos }: Source): TemplateFields & { papeis: PapelModelo[] } {
  const tags = documento.marcas?.arquivo === documento.arquivo_hash ? documento.marcas : null;
  const tagged = new Set(tags?.itens.map(({ chave }) => chave));
  const says = mentions(signatarios);
  const labels = labelsOf(signatarios, (chave) => tagged.has(chave) && !says(chave));
  const lowestTurn = Math.max(0, ...signatarios.map(({ ordem }) => ordem ?? 0)) + 1;
  const papeis = signatarios.map(
    ({ funcao, ordem, fatores_exigidos }, index): PapelModelo => ({
      id: randomUUID(),
      rotulo: labels[index] ?? '',
      funcao,
      ordem: documento.ordenado ? (ordem ?? lowestTurn) : 1,
      fatoresExigidos: roleFactors(fatores_exigidos ?? documento.fatores_exigidos, documento.fatores_exigidos),
    }),
  );
  if (papeis.length === 0 && campos.some(({ tipo }) => isDrawn(tipo))) {
    papeis.push({ id: randomUUID(), rotulo: ROLE_WORDS.ASSINAR, funcao: 'ASSINAR', ordem: 1, fatoresExigidos: [] });
  }
  const roleOf = new Map(signatarios.map(({ id }, index) => [id, papeis[index]?.id ?? null]));
  const idOf = new Map(campos.map(({ id }) => [id, randomUUID() as string]));
  const fields = campos.map((campo): CampoModelo => {
    const owner = campo.signatario_id === null ? null : (roleOf.get(campo.signatario_id) ?? null);
    const { tipo, pagina, x, y, largura, altura, z, rotulo, obrigatorio, valor_padrao } = campo;
    return {
      id: idOf.get(campo.id) ?? randomUUID(),
      ...{ tipo, pagina, x, y, largura, altura, z, obrigatorio },
      papelId: owner ?? (isDrawn(tipo) ? (papeis[0]?.id ?? null) : null),
      rotulo: rotulo !== null && says(rotulo) ? null : rotulo,
      valorPadrao: staysIn(campo, says) ? valor_padrao : null,
    };
  });
  if (!tags) return { papeis, campos: fields, marcas: null };
  // The tags make the fields again only where each finds the role of whom it named.
  const keys = byKey(keysOf(papeis));
  const owners = new Map(fields.map(({ id, papelId }) => [id, papelId]));
  const itens = tags.itens.map((tag) => ({ ...tag, campoId: tag.campoId && (idOf.get(tag.campoId) ?? null) }));
  const found = itens.every(({ chave, campoId }) => campoId === null || owners.get(campoId) === keys.get(chave));
  return { papeis, campos: fields, marcas: found ? { ...tags, itens } : tagsLeft(tags) };
}

/**
 * One label a person: what tags in the file call them, else the function, numbered where several have it.
 * @param keeps whether a key of tags may stay
 */
function labelsOf(signatarios: readonly SignatarioRow[], keeps: (chave: string) => boolean): string[] {
  const total = Map.groupBy(signatarios, ({ funcao }) => funcao);
  const seen = new Map<FuncaoSignatario, number>();
  return signatarios.map(({ funcao, chave }) => {
    const number = (seen.get(funcao) ?? 0) + 1;
    seen.set(funcao, number);
    if (chave !== null && keyOfLabel(chave) === chave && keeps(chave)) {
      return chave.charAt(0).toUpperCase() + chave.slice(1);
    }
    return (total.get(funcao)?.length ?? 1) > 1 ? `${ROLE_WORDS[funcao]} ${number}` : ROLE_WORDS[funcao];
  });
}

/** What a role demands: a template has no rules of its own, but the e-mail, which a document asks for anyway, goes without saying. */
const roleFactors = (own: PapelModelo['fatoresExigidos'], common: PapelModelo['fatoresExigidos']) =>
  own.filter(
    (fator) =>
      (ACCEPTED_FACTORS as readonly string[]).includes(fator) && (fator !== 'EMAIL' || !common.includes('EMAIL')),
  );

/** A start value that is a mark in a box, or the sender's own words, which are about none of the people. */
function staysIn({ tipo, signatario_id, valor_padrao }: CampoRow, says: (text: string) => boolean): boolean {
  if (valor_padrao === null) return false;
  if (FIELD_KINDS[tipo].holds === 'CHECK') return true;
  return signatario_id === null && tipo === 'TEXTO' && !says(valor_padrao);
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const digits = (text: string) => text.replace(/\D/g, '');
/** Of names, and of many other things. */
const PARTICLES: ReadonlySet<string> = new Set(['dos', 'das', 'del', 'von', 'van']);
const SHORTEST_NAME = 3;
/** Of a phone number without country and area, the least that still names somebody. */
const SHORTEST_NUMBER = 8;

/** Whether a text says something of one of these people: a part of the name, the address, or a number of theirs. */
function mentions(signatarios: readonly SignatarioRow[]): (text: string) => boolean {
  const names = new Set(
    signatarios
      .flatMap(({ nome }) => plain(nome ?? '').split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length >= SHORTEST_NAME && !PARTICLES.has(word)),
  );
  const mails = signatarios.flatMap(({ email }) => (email ? [plain(email)] : []));
  const numbers = signatarios
    .flatMap(({ cpf, telefone, data_nascimento: day }) => [
      digits(cpf ?? ''),
      digits(telefone ?? '').slice(-SHORTEST_NUMBER),
      digits(day ?? ''),
      digits((day ?? '').split('-').reverse().join('')),
    ])
    .filter((number) => number.length >= SHORTEST_NUMBER);
  return (text) => {
    const said = plain(text);
    const figures = digits(text);
    return (
      said.split(/[^\p{L}\p{N}]+/u).some((word) => names.has(word)) ||
      mails.some((mail) => said.includes(mail)) ||
      numbers.some((number) => figures.includes(number))
    );
  };
}
