import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from './adapters/tiny-pdf.ts';
import { canonical, sha256, trailProblem } from './campaigns/model/trail.ts';
import { call, documentForm, newAccount, type Service, startService, until } from './harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

describe('the life of a document in the sandbox', () => {
  const pdf = tinyPdf(3);
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const base = () => `${service.origin}/v1/sandbox`;
  let key: { authorization: string };
  let documentoId: string;
  /** What was answered at each step of it. */
  let life: Awaited<ReturnType<typeof live>>;

  const inbox = (destino: string, pattern: RegExp) =>
    until(async () => {
      const { body } = await call(`${base()}/caixa?limite=100`, 'GET', undefined, key);
      const message = body.itens.find(
        (item: { destino: string; texto: string }) => item.destino === destino && pattern.test(item.texto),
      );
      return message ? pattern.exec(message.texto)?.[1] : null;
    });

  async function sign(token: string, email: string, telefone: string) {
    const path = `${base()}/assinatura/${token}`;
    const opened = await call(path);
    expect(opened.status).toBe(200);
    for (const { fator, cumprido } of opened.body.fatores) {
      if (cumprido) continue;
      const asked = await call(`${path}/otp`, 'POST', { fator });
      expect(asked.status).toBe(200);
      const codigo =
        fator === 'TOTP'
          ? new TOTP({ secret: Secret.fromBase32(asked.body.segredo) }).generate({
              timestamp: service.clock.now().getTime(),
            })
          : fator === 'EMAIL'
            ? await inbox(email, /Seu código é (\d{6})/)
            : await inbox(telefone, /(\d{6}) é o seu código/);
      expect((await call(`${path}/autenticar`, 'POST', { fator, codigo })).status).toBe(200);
    }
    expect((await call(`${path}/arquivo`)).bytes.equals(pdf)).toBe(true);
    const read = await call(`${path}/leitura`, 'POST', { paginasLidas: 3, segundos: 20 });
    expect(read.body).toEqual({ paginasLidas: 3, totalPaginas: 3, leituraConcluida: true });
    expect((await call(`${path}/aceite`, 'POST', { textoHash: opened.body.textoAceite.textoHash })).status).toBe(200);
    return call(`${path}/assinar`, 'POST', {
      assinatura: { tipo: 'DIGITADA', texto: opened.body.signatario.nome },
      campos: [],
    });
  }

  beforeAll(async () => {
    life = await live();
  });

  async function live() {
    key = (await newAccount(service.origin)).test;
    const created = await call(
      `${base()}/documentos`,
      'POST',
      documentForm(pdf, {
        titulo: 'Contrato de prestação de serviços',
        ordenado: true,
        signatarios: [
          { id: ids[0], funcao: 'ASSINAR', nome: 'João da Silva', email: 'joao@exemplo.com.br', ordem: 1 },
          {
            id: ids[1],
            funcao: 'ASSINAR',
            nome: 'Maria Souza',
            email: 'maria@exemplo.com.br',
            telefone: '+5511987654321',
            metodoEntrega: 'SMS',
            fatoresExigidos: ['EMAIL', 'SMS_OTP'],
            ordem: 2,
          },
          {
            id: ids[2],
            funcao: 'TESTEMUNHAR',
            nome: 'José Prado',
            email: 'jose@exemplo.com.br',
            metodoEntrega: 'LINK',
            fatoresExigidos: ['EMAIL', 'TOTP'],
            ordem: 3,
          },
        ],
        campos: ids.map((signatarioId, index) => ({
          tipo: 'ASSINATURA',
          pagina: index + 1,
          x: 0.1,
          y: 0.7,
          largura: 0.4,
          altura: 0.1,
          signatarioId,
        })),
      }),
      key,
    );
    documentoId = created.body.id;
    const send = () => call(`${base()}/documentos/${documentoId}/enviar`, 'POST', undefined, key);
    const [sent, sentAgain] = [await send(), await send()];

    const first = (await inbox('joao@exemplo.com.br', /assinar\/([\w-]{43})/)) ?? '';
    const one = await sign(first, 'joao@exemplo.com.br', '');
    const again = await call(`${base()}/assinatura/${first}/assinar`, 'POST', { campos: [] });

    const second = (await inbox('+5511987654321', /assinar\/([\w-]{43})/)) ?? '';
    await sign(second, 'maria@exemplo.com.br', '+5511987654321');
    const shown = await call(`${base()}/documentos/${documentoId}`, 'GET', undefined, key);
    const third = shown.body.signatarios[2].link.split('/').pop();
    const last = await sign(third, 'jose@exemplo.com.br', '');
    return { created, sent, sentAgain, one, again, last };
  }

  it('is created as a draft and sent', () => {
    const { created, sent, sentAgain } = life;
    expect([created.status, created.body.status]).toEqual([201, 'RASCUNHO']);
    expect([sent.status, sent.body.status]).toEqual([200, 'AGUARDANDO_ASSINATURAS']);
    expect(sentAgain.body.codigo).toBe('CONFLITO');
  });

  it('is signed in order by e-mail, by SMS and by a handed-out link, and completes with the last signature', () => {
    const { one, again, last } = life;
    expect(one.body.documentos).toEqual([
      { id: documentoId, status: 'PARCIALMENTE_ASSINADO', recibo: expect.any(String) },
    ]);
    expect([again.status, again.body.codigo]).toEqual([409, 'CONFLITO']);
    expect(last.body.documentos).toEqual([{ id: documentoId, status: 'ASSINADO', recibo: expect.any(String) }]);
  });

  it('leaves a signed file with the original as its exact prefix, a certificate, and a public record of both', async () => {
    const documento = (await call(`${base()}/documentos/${documentoId}`, 'GET', undefined, key)).body;
    const signed = await call(`${base()}/documentos/${documentoId}/arquivo`, 'GET', undefined, key);
    expect(signed.bytes.subarray(0, pdf.length).equals(pdf)).toBe(true);
    expect(signed.headers.get('etag')).toBe(`"${sha256(signed.bytes)}"`);
    const consult = (body: object) => call(`${service.origin}/api/v1/sandbox/validacao/consultar`, 'POST', body);
    const codigo = documento.codigoValidacao;
    expect((await consult({ codigo, hashArquivo: sha256(signed.bytes) })).body).toMatchObject({
      resultado: 'AUTENTICO',
      situacao: 'CONCLUIDO',
    });
    expect((await consult({ hashArquivo: sha256(signed.bytes) })).body.resultado).toBe('AUTENTICO');
    expect((await consult({ codigo, hashArquivo: sha256(pdf) })).body.resultado).toBe('ADULTERADO');
    expect((await consult({ codigo: 'SVC-0000-0000-0000' })).body.resultado).toBe('NAO_ENCONTRADO');
  });

  it('has a trail and a certificate that anyone can recompute from what the API serves', async () => {
    const trail = (await call(`${base()}/documentos/${documentoId}/auditoria?limite=100`, 'GET', undefined, key)).body
      .itens;
    const certificado = (await call(`${base()}/documentos/${documentoId}/certificado`, 'GET', undefined, key)).body;
    expect(certificado.conteudo.cadeia.eloInicial).toBe(sha256(`${documentoId}\n${sha256(pdf)}`));
    expect(trailProblem(documentoId, sha256(pdf), trail)).toBeNull();
    expect(certificado.conteudo.eventos).toEqual(trail);
    expect(certificado.hashConteudo).toBe(sha256(canonical(certificado.conteudo)));
    expect(certificado.hash).toBe(sha256([certificado.codigo, '1', '', certificado.hashConteudo].join('\n')));
  });
});

describe('an upload', () => {
  it('that is not a PDF is refused with its place and leaves nothing', async () => {
    const { test } = await newAccount(service.origin);
    const refused = await call(
      `${service.origin}/v1/sandbox/documentos`,
      'POST',
      documentForm(Buffer.from('não'), { titulo: 'x' }),
      test,
    );
    expect([refused.status, refused.body.codigo, refused.body.erros[0].campo]).toEqual([
      422,
      'ENTRADA_INVALIDA',
      'arquivo',
    ]);
    expect((await call(`${service.origin}/v1/sandbox/documentos`, 'GET', undefined, test)).body.total).toBe(0);
  });

  it('sent twice with one Idempotency-Key makes one document', async () => {
    const { test } = await newAccount(service.origin);
    const post = () =>
      call(`${service.origin}/v1/sandbox/documentos`, 'POST', documentForm(tinyPdf(), { titulo: 'x' }), {
        ...test,
        'idempotency-key': 'pedido-1',
      });
    const [one, two] = await Promise.all([post(), post()]);
    expect(one.body).toEqual(two.body);
    expect([one, two].map(({ headers }) => headers.get('idempotency-replayed')).sort()).toEqual([null, 'true'].sort());
    expect((await call(`${service.origin}/v1/sandbox/documentos`, 'GET', undefined, test)).body.total).toBe(1);
  });
});
