import type { ConteudoAtivo } from '@rubrica/contract';
import { CONTENT_TELLINGS, type ContentTold, contentSentence } from '@rubrica/contract/content';
import type { ContentFinding, ContentKind } from '@rubrica/pdf';

/** Every finding has a sentence, and the compiler says which one lacks it. */
const TOLD_AS = CONTENT_TELLINGS satisfies Record<ContentKind, (typeof CONTENT_TELLINGS)[ContentTold]>;

/** Names from the file must not reverse the sentence they are in: control and direction characters are replaced. */
const plain = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim();

/** The findings in an upload, one sentence each. */
export function contentInWords(findings: readonly ContentFinding[]): ConteudoAtivo[] {
  return findings.map(({ kind, pages, names }) => {
    const { tipo, descricao } = TOLD_AS[kind];
    const named = names.map(plain).filter((name) => name !== '');
    return { tipo, descricao: contentSentence(descricao, named.join(', ')), paginas: pages };
  });
}
