import type { Handlers } from '../../core/call.ts';
import { type ReceberDeps, receberContato } from './receber.ts';

/** The site's contact form. */
export function contatosHandlers(deps: ReceberDeps): Handlers<'enviarContato'> {
  return {
    enviarContato: async (call) => ({ body: await receberContato(deps, call.body, call.source, call.startedAt) }),
  };
}
