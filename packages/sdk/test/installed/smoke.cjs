/** The same package by `require`. */
const { Rubrica, verificarWebhook } = require('@rubrica/sdk');

const rubrica = new Rubrica('svc_live_a.b', { url: 'https://rubrica.exemplo.com.br' });
console.log(JSON.stringify({ root: rubrica.root, same: rubrica.webhooks.verificar === verificarWebhook }));
