import type { DelegacaoEntrada, SessaoAssinatura } from '@rubrica/contract';
import type { Road } from './journey.ts';
import { type Documento, openDocuments } from './steps.ts';

/** What the person, who has proved who they are, may pass on to another. */
export const passable = (session: SessaoAssinatura): Documento[] =>
  session.autenticado ? openDocuments(session).filter(({ delegavel }) => delegavel) : [];

/** Another person takes the place; the session then says that this link is over, or what is left of it. */
export const passOn = (road: Road, body: DelegacaoEntrada): Promise<void> =>
  road.act(
    'delegar',
    async () => {
      const { session, passed } = road.state;
      const open = session ? openDocuments(session).map(({ id }) => id) : [];
      await road.api.client.delegar({ params: { token: road.token }, body });
      road.set({ passed: [...passed, ...(body.documentoId ? [body.documentoId] : open)] });
      await road.open();
    },
    () => road.state.screen === 'percurso',
  );
