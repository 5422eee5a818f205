import type { EventoWebhook } from '@rubrica/sdk';
import { clean } from '@rubrica/verify/cli';
import type { Command } from '../command.ts';
import { EXIT } from '../exit.ts';
import { tell } from '../say.ts';
import { connectToSandbox } from '../settings.ts';

const HELP = `Uso: rubrica disparar document.completed [--documento ID] [--webhook ID]

Faz o sandbox emitir um evento sem que nada mude, com dados.teste verdadeiro, e entregá-lo aos webhooks que o assinam.

  --documento ID   de que documento são os dados; sem ele, são um exemplo, que só os webhooks recebem: “rubrica ouvir” não o vê
  --webhook ID     só a este webhook
`;

export const disparar: Command = {
  summary: 'faz o sandbox emitir um evento',
  help: HELP,
  options: { documento: { type: 'string' }, webhook: { type: 'string' } },
  async run(given, world) {
    // What the service does not have, it refuses by name.
    const evento = given.only('o evento, como document.completed') as EventoWebhook;
    const rubrica = await connectToSandbox(given, world);
    const body = { evento, documentoId: given.text('documento'), webhookId: given.text('webhook') };
    const fired = await rubrica.sandbox.eventos.disparar(body, { signal: world.end });
    const { eventoId, entregas } = fired;
    const to = entregas === 1 ? 'a um webhook' : `a ${entregas} webhooks`;
    tell(world, given.has('json'), fired, `Disparado ${to}: ${clean(evento)} ${clean(eventoId)}`);
    return EXIT.DONE;
  },
};
