/** Uses the installed package as an integrator does, in whatever runtime runs this, and says what became of it. */
import { NotFoundError, Rubrica, verificarWebhook, WebhookSignatureError } from '@rubrica/sdk';

const [url, pdf, delivery] = process.argv.slice(-3);
const rubrica = new Rubrica('svc_test_a.b', { url });
const documento = await rubrica.documentos.criar({ titulo: 'Contrato', arquivo: pdf });
const titulos = [];
for await (const { titulo } of rubrica.documentos.listar()) titulos.push(titulo);
const missing = await rubrica.documentos.obter('nada').catch((error) => error);
const { body, headers, secret, now } = JSON.parse(delivery);
const evento = await rubrica.webhooks.verificar(body, headers, secret, { now: () => now * 1000 });
const forged = await verificarWebhook(`${body} `, headers, secret, { now: () => now * 1000 }).catch((error) => error);
console.log(
  JSON.stringify({
    id: documento.id,
    titulos,
    missing: missing instanceof NotFoundError && missing.codigo,
    evento: evento.evento,
    forged: forged instanceof WebhookSignatureError,
  }),
);
