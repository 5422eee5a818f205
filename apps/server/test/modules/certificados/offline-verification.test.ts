import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAsStranger } from '../../verifier.ts';
import {
  about,
  call,
  draft,
  field,
  newSender,
  person,
  readyToSign,
  type Sender,
  sharedService,
  tinyPdf,
  until,
} from '../support.ts';

/** What the service hands out is checked by the command as it is shipped, which shares no code with the service. */

/** Exit code of a document of the sandbox, in which everything holds. */
const TEST = 4;
const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

/** A document signed by two, completed; `prepare` may act on the draft. */
async function completed(prepare: (id: string) => Promise<unknown> = async () => {}): Promise<string> {
  const people = [person(), person()];
  const { id } = await draft(
    sender,
    { signatarios: people, campos: people.map(() => field({})).slice(0, 0) },
    tinyPdf(2),
  );
  const shown = (await about(sender, id)).body;
  const campos = shown.signatarios.map(({ id: signatarioId }: { id: string }) => field({ signatarioId }));
  expect((await about(sender, id, '/campos', 'PUT', { campos })).status).toBe(200);
  await prepare(id);
  const sent = await about(sender, id, '/enviar', 'POST');
  expect(sent.status).toBe(200);
  for (const [index, { email }] of people.entries()) {
    const one = await readyToSign(sender, { ...sent.body.signatarios[index], email });
    expect((await one.sign()).status).toBe(200);
  }
  await until(async () => (await about(sender, id)).body.status === 'ASSINADO');
  return id;
}

const file = async (id: string, query: string) => (await about(sender, id, `/arquivo?${query}`)).bytes;

describe('a completed document checked without the service', () => {
  it('holds in every point, and is said to be of the test environment', async () => {
    const id = await completed();
    const signed = await file(id, 'tipo=ASSINADO');
    const { status, failed, report } = verifyAsStranger(signed, await file(id, 'tipo=CERTIFICADO'));
    expect([status, failed]).toEqual([TEST, []]);
    const certificado = (await about(sender, id, '/certificado')).body;
    expect(report.documento).toMatchObject({ id, certificado: certificado.codigo, versao: 1, semValidade: true });
    expect(report.selos.assinado).toBe(certificado.conteudo.selo.impressaoDigital);
  });

  it('holds after its file was replaced while it was a draft: the chain begins with the first', async () => {
    const id = await completed(async (draftId) => {
      const form = new FormData();
      form.set('arquivo', new Blob([new Uint8Array(tinyPdf(3))], { type: 'application/pdf' }), 'novo.pdf');
      const added = await call(`${sender.base}/documentos/${draftId}/versoes`, 'POST', form, sender.as);
      expect(added.status).toBe(201);
    });
    const { status, failed } = verifyAsStranger(await file(id, 'tipo=ASSINADO'), await file(id, 'tipo=CERTIFICADO'));
    expect([status, failed]).toEqual([TEST, []]);
  });

  it('holds with a certificate issued again, and with the one before', async () => {
    const id = await completed();
    expect((await about(sender, id, '/certificado', 'POST')).status).toBe(201);
    const signed = await file(id, 'tipo=ASSINADO');
    const second = verifyAsStranger(signed, await file(id, 'tipo=CERTIFICADO'));
    expect([second.status, second.failed, second.report.documento.versao]).toEqual([TEST, [], 2]);
    const first = verifyAsStranger(signed, await file(id, 'tipo=CERTIFICADO&versao=1'));
    expect([first.status, first.report.documento.versao]).toEqual([TEST, 1]);
  });

  it('does not hold with the original in place of the signed file', async () => {
    const id = await completed();
    const { status, failed } = verifyAsStranger(await file(id, 'tipo=ORIGINAL'), await file(id, 'tipo=CERTIFICADO'));
    expect(status).toBe(1);
    expect(failed.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
      'ARQUIVO.HASH_ASSINADO',
      'ARQUIVO.ORIGINAL',
      'SELO_ASSINADO.COBERTURA',
    ]);
  });
});
