import { expect } from 'vitest';
import { parseSeals } from '../../../../../packages/verify/src/trust.ts';
import { verify } from '../../../../../packages/verify/src/verify.ts';
import { call } from '../../harness.ts';
import { packageProblems } from '../evidence/package-check.ts';
import { type Documento, required, type Signatario } from './model.ts';
import type { Real } from './real.ts';
import { sealProblem } from './seal.ts';
import { canonical, type ServedEvent, sha256 } from './trail.ts';

/** A document that was completed: what the certificate says is what the model says, and strangers find that it holds. */
export async function checkCompletion(real: Real, documento: Documento, trail: readonly ServedEvent[]): Promise<void> {
  const { id, file, signatarios } = documento;
  const certificado = (await real.api('GET', `/documentos/${id}/certificado`)).body;
  const { conteudo } = certificado;
  // The certificate is frozen with the last event of the process; what came later is in the trail alone.
  expect(conteudo.eventos).toEqual(trail.slice(0, conteudo.eventos.length));
  expect(conteudo.eventos.at(-1).acao).toBe('DOCUMENTO_CONCLUIDO');
  expect(certificado.hashConteudo).toBe(sha256(canonical(conteudo)));
  expect(certificado.hash).toBe(sha256([certificado.codigo, '1', '', certificado.hashConteudo].join('\n')));
  expect(packageProblems(conteudo)).toEqual([]);
  expect(conteudo.hashes.original).toBe(sha256(file.bytes));
  expect(conteudo.signatarios.map(ofPackage)).toEqual(signatarios.map((one) => summed(documento, one)));
  const [signed, certificate] = [
    await real.api('GET', `/documentos/${id}/arquivo`),
    await real.api('GET', `/documentos/${id}/arquivo?tipo=CERTIFICADO`),
  ];
  expect(sealProblem(signed.bytes)).toBeNull();
  expect(certificado.hashDocumento).toBe(sha256(signed.bytes));
  await checkPair(real, signed.bytes, certificate.bytes);
}

/** What somebody finds out who has the two files and the list of seals. */
async function checkPair(real: Real, signed: Uint8Array, certificate: Uint8Array): Promise<void> {
  const selos = await call(`${real.service.origin}/.well-known/rubrica/selos.json`);
  const report = await verify(signed, certificate, { seals: parseSeals(selos.bytes.toString()) });
  expect(report.itens.filter(({ confere }) => confere === false)).toEqual([]);
  expect(report.resultado).toBe('CONFERE');
}

/** A signer as the model has them at the end, in the words of the certificate. */
const summed = (documento: Documento, signatario: Signatario) => ({
  signatarioId: signatario.id,
  nome: signatario.nome,
  funcao: signatario.funcao,
  status: signatario.status,
  cpf: signatario.pessoais?.cpf ?? null,
  dataNascimento: signatario.pessoais?.dataNascimento ?? null,
  contato: { metodoEntrega: signatario.metodo, email: signatario.email, telefone: signatario.telefone },
  fatoresExigidos: [...required(documento, signatario)].sort(),
  fatoresCumpridos: [...signatario.fulfilled].sort(),
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads what came
function ofPackage(signer: any): ReturnType<typeof summed> {
  const { signatarioId, nome, funcao, status, cpf, dataNascimento, contato } = signer;
  return {
    ...{ signatarioId, nome, funcao, status, cpf, dataNascimento, contato },
    fatoresExigidos: [...signer.fatoresExigidos].sort(),
    fatoresCumpridos: signer.fatoresCumpridos.map(({ fator }: { fator: string }) => fator).sort(),
  };
}
