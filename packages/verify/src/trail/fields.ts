import { canonicalJson } from '../canonical.ts';
import { sha256Hex } from '../crypto/sha256.ts';
import { type Signatario, V2 } from '../package/shapes.ts';
import { counted, ensure, Unsure } from '../report.ts';
import { OLDER } from './document.ts';
import { called, type History, same } from './history.ts';

/** What was asked where, and what the sender wrote, checked against what sending committed to. */

/**
 * Every field is drawn as it was when the document was sent, nobody filled in a field of somebody else, and the
 * sender's own fields are those of the sending (ADR 0082).
 */
export function checkFields(history: History): string | Unsure {
  const { conteudo, sent } = history;
  const hash = sent.event.detalhe.hashCamposDoRemetente;
  if (conteudo.esquema !== V2 || hash === undefined)
    return new Unsure(`${OLDER}: onde cada pessoa preencheu o quê, e o que o remetente escreveu`);
  const { campos = [], camposDoRemetente: own } = conteudo;
  const people = conteudo.signatarios.map(({ signatarioId }) => signatarioId);
  for (const signer of conteudo.signatarios) checkAsked(signer);
  if (!own) {
    // A process of before this was kept completed the document: it tells what the fields are, and no more.
    const asSent = conteudo.signatarios.flatMap(({ noEnvio }) => noEnvio?.dados.campos ?? []);
    for (const { campoId, tipo, rotulo, pagina } of campos) {
      const field = asSent.find((candidate) => candidate.campoId === campoId);
      const fits = field && same([tipo, rotulo, pagina], [field.tipo, field.rotulo, field.pagina]);
      ensure(fits, 'um campo não é o que foi enviado');
    }
    return new Unsure('o pacote não traz o que o remetente escreveu, nem onde os campos estão');
  }
  for (const { signatarioId, ...field } of campos) {
    ensure(people.includes(String(signatarioId)), `o campo ${field.campoId} não é de ninguém`);
  }
  for (const signer of conteudo.signatarios) {
    const drawn = campos.filter(({ signatarioId }) => signatarioId === signer.signatarioId);
    const asked = drawn.map(({ signatarioId: _, ...field }) => field);
    ensure(same(asked, signer.noEnvio?.dados.campos), `os campos de ${called(signer)} não são os do envio`);
  }
  const written = sha256Hex(`${own.sal}\n${canonicalJson(own.campos)}`);
  ensure(written === hash, 'o que o remetente escreveu no documento não é o que o envio registrou');
  return `${counted(campos.length, 'campo', 'campos')} de quem assina, ${own.campos.length} do remetente`;
}

/** Whoever signed filled in nothing but what they were asked. */
function checkAsked(signer: Signatario): void {
  const asked = signer.noEnvio?.dados.campos;
  ensure(asked, `o pacote não traz os campos de ${called(signer)}`);
  const ids = asked.map(({ campoId }) => campoId);
  ensure(new Set(ids).size === ids.length, `um campo de ${called(signer)} se repete`);
  const filled = signer.valores?.itens ?? [];
  ensure(
    filled.every(({ campoId }) => ids.includes(campoId)),
    `${called(signer)} preencheu um campo que não é seu`,
  );
}
