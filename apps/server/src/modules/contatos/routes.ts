import type { Handlers } from '../../core/call.ts';
import { type ReceiveDeps, receberContato } from './receber.ts';

/** The site's contact form. */
export function contatosHandlers(deps: ReceiveDeps): Handlers<'enviarContato'> {
  return {
    enviarContato: (call) => receberContato(deps, call, call.body, call.source, call.startedAt),
  };
}
