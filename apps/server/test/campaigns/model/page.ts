import { expect } from 'vitest';
import {
  type Documento,
  inPerson,
  inProgress,
  isPending,
  type Link,
  missing,
  type Signatario,
  whoseTurn,
} from './model.ts';

/** What the page is told that a link opens must be what the model has. @param body answer to opening it */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what came
export function expectPage(documento: Documento, signatario: Signatario, link: Link, body: any): void {
  const { suaVez, presencial, autenticado, textoAceite } = body;
  const { nome, funcao, status, travarDados } = body.signatario;
  const [{ delegavel, leitura, pessoas, paginas, ...shown }] = body.documentos;
  expect({
    ...{ suaVez, presencial, autenticado, signatario: { nome, funcao, status, travarDados } },
    ...{ status: shown.status, paginas, delegavel, leu: leitura.concluida, aceitou: textoAceite.aceitoEm !== null },
    pessoas,
  }).toEqual(pageOf(documento, signatario, link));
}

function pageOf(documento: Documento, signatario: Signatario, link: Link) {
  const { nome, funcao, status, travado, delegavel, hasRead, accepted } = signatario;
  const autenticado = missing(documento, signatario).length === 0;
  return {
    suaVez: inProgress(documento) && whoseTurn(documento).includes(signatario),
    presencial: inPerson(link, signatario) !== false,
    autenticado,
    signatario: { nome, funcao, status, travarDados: travado },
    ...{ status: documento.status, paginas: documento.file.pages, delegavel, leu: hasRead, aceitou: accepted },
    // How far others are is for the sender alone.
    pessoas: documento.signatarios.map((one) => ({
      nome: autenticado ? one.nome : null,
      funcao: one.funcao,
      status: isPending(one) ? 'PENDENTE' : one.status,
      voce: one === signatario,
    })),
  };
}
