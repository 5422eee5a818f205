import type { SessaoDeEdicao } from '@rubrica/contract';
import { type Client, createClient } from '@rubrica/sdk/client';
import { faultOf } from '../../kit/api.ts';
import { chave, GONE, tellerTo } from '../../kit/inside.ts';
import { Store } from '../../kit/store.ts';
import { documentSource } from './saving/documento.ts';
import type { Source } from './saving/source.ts';

/** What the page around is told, as `RubricaEventos` of `packages/embed` has it. */
type Evento = 'pronto' | 'salvo' | 'enviado' | 'erro' | 'altura';

/** A screenful: the editor fills whatever it is given, and scrolls within. */
const HEIGHT_PX = 900;

/** The draft of a session, and what reads and writes it. */
interface Opened extends Pick<SessaoDeEdicao, 'documentoId' | 'ambiente'> {
  readonly client: Client;
  readonly source: Source;
}

export type Stage =
  | { readonly at: 'opening' }
  | { readonly at: 'unreached'; readonly error: unknown }
  | { readonly at: 'editing'; readonly opened: Opened }
  | { readonly at: 'sent' }
  /** `perhapsSent`: an attempt at sending was not answered, and may be what ended the session. */
  | { readonly at: 'over'; readonly perhapsSent: boolean };

/** No cookie: whoever is logged in to the panel in this browser has nothing to do with the page around. */
const INIT: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' };

/** A session of the editor inside another page (docs/adr/0084): how it begins, what it may call, and how it ends. */
export class EmbeddedSession {
  readonly stage = new Store<Stage>({ at: 'opening' });
  private readonly api: string;
  private readonly ticket: string;
  private readonly tell: (evento: Evento, dados: object) => void;
  private sending = false;
  private unanswered = false;

  /**
   * @param api path of the production API, `/v1`
   * @param around origin of the page around
   */
  constructor(api: string, ticket: string, around: string) {
    this.api = api;
    this.ticket = ticket;
    this.tell = tellerTo<Evento>(around);
    this.tell('pronto', {});
    this.tell('altura', { px: HEIGHT_PX });
  }

  readonly begin = async (): Promise<void> => {
    this.stage.set({ at: 'opening' });
    const anyone = createClient({ baseUrl: location.origin + this.api, init: INIT });
    try {
      const session = await anyone.iniciarEdicao({ params: { token: this.ticket }, body: { chave } });
      this.stage.set({ at: 'editing', opened: this.open(session) });
    } catch (error) {
      if (faultOf(error).kind === 'refused') this.end();
      else this.stage.set({ at: 'unreached', error });
    }
  };

  readonly saved = (): void => this.tell('salvo', {});

  /** Sends the document. @throws what kept it from being sent, unless that ended the session */
  readonly send = async ({ client, documentoId }: Opened): Promise<void> => {
    this.sending = true;
    try {
      await client.enviarDocumento({ params: { documentoId } });
      this.stage.set({ at: 'sent' });
      this.tell('enviado', { documentoIds: [documentoId] });
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'refused' && fault.error.status === 401) return this.end();
      // To wait a little says nothing of the attempt before.
      if (fault.kind !== 'limit') this.unanswered = fault.kind !== 'refused';
      throw error;
    } finally {
      this.sending = false;
    }
  };

  private open({ token, documentoId, ambiente }: SessaoDeEdicao): Opened {
    const basePath = ambiente === 'TESTE' ? `${this.api}/sandbox` : this.api;
    const init = { ...INIT, headers: { authorization: `Bearer ${token}` } };
    const client = createClient({
      baseUrl: location.origin + basePath,
      init,
      fetch: async (input, how) => {
        const response = await fetch(input, how);
        // While it is sent, that answer alone says how it ended.
        if (response.status === 401 && !this.sending) this.end();
        return response;
      },
    });
    return { documentoId, ambiente, client, source: documentSource(client, basePath, documentoId, init) };
  }

  private end(): void {
    const { at } = this.stage.get();
    if (at === 'sent' || at === 'over') return;
    this.stage.set({ at: 'over', perhapsSent: this.sending || this.unanswered });
    this.tell('erro', GONE);
  }
}
