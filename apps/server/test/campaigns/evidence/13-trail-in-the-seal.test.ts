import { expect, it } from 'vitest';
import { about, newSender, type Sender, sharedService } from '../../modules/support.ts';
import { certificateOf, completed, fileOf, markOf, rewriteTrail } from './seals.ts';

/**
 * The operator rewrites a past event, chains everything after it anew and seals a new certificate. Whoever holds the
 * signed file has, under its seal, the link that the trail had then.
 */

const service = sharedService();

/** The trail as the API serves it, oldest first. */
async function trailOf(sender: Sender, id: string) {
  const { itens } = (await about(sender, id, '/auditoria?limite=100')).body;
  return itens as { acao: string; hash: string }[];
}

it('both seals hold the link that was the last when they were put', async () => {
  const sender = await newSender(service(), 'PRODUCAO');
  const id = await completed(sender);
  const { codigo, versao, conteudo } = await certificateOf(sender, id);
  const signed = await fileOf(sender, id, 'tipo=ASSINADO');
  const { Elo, Sequencia, ...rest } = markOf(signed);
  const before = conteudo.eventos[Number(Sequencia) - 1];
  expect([before.hash, conteudo.eventos[Number(Sequencia)].acao]).toEqual([Elo, 'DOCUMENTO_CONCLUIDO']);
  const about = { Versao: '1', Ambiente: 'Producao', Codigo: conteudo.codigoValidacao };
  expect(rest).toEqual({ ...about, Tipo: 'Documento', Original: conteudo.hashes.original });
  expect(markOf(await fileOf(sender, id, 'tipo=CERTIFICADO'))).toEqual({
    ...{ ...about, Tipo: 'Certificado', Original: conteudo.hashes.original },
    ...{ Elo: conteudo.cadeia.eloFinal, Sequencia: String(conteudo.eventos.length) },
    ...{ Certificado: codigo, VersaoCertificado: String(versao), Assinado: conteudo.hashes.assinado },
  });
});

it('a certificate issued again holds its own version and the trail as it is then', async () => {
  const sender = await newSender(service());
  const id = await completed(sender);
  expect((await about(sender, id, '/certificado', 'POST')).status).toBe(201);
  const { codigo, conteudo } = await certificateOf(sender, id);
  expect(markOf(await fileOf(sender, id, 'tipo=CERTIFICADO'))).toMatchObject({
    ...{ Certificado: codigo, VersaoCertificado: '2', Elo: conteudo.cadeia.eloFinal },
    Sequencia: String(conteudo.eventos.length),
  });
});

it('a past that was rewritten contradicts the seal of every signed file handed out before', async () => {
  const sender = await newSender(service(), 'PRODUCAO');
  const id = await completed(sender);
  const handedOut = markOf(await fileOf(sender, id, 'tipo=ASSINADO'));
  await rewriteTrail(service(), id, (event) =>
    event.acao === 'DOCUMENTO_VISUALIZADO' ? { ...event, ip: '192.0.2.66' } : event,
  );
  const trail = await trailOf(sender, id);
  // The rewritten trail is sound in itself, and not the one that was sealed.
  expect(trail.map(({ acao }) => acao)).toContain('DOCUMENTO_CONCLUIDO');
  expect(trail[Number(handedOut.Sequencia) - 1]?.hash).not.toBe(handedOut.Elo);
});
