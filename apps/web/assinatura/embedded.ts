import type { Api } from '../kit/api.ts';
import { chave, GONE, isInside, tellerTo } from '../kit/inside.ts';
import type { Road } from './journey.ts';
import type { Screen, State } from './state.ts';
import { openDocuments } from './steps.ts';

/**
 * The page inside another page (docs/adr/0084): how its session begins, and what it tells the page around it. It is told
 * nothing by that page.
 */

/** What the page around this one is told, as `RubricaEventos` of `packages/embed` has it. */
type Evento = 'pronto' | 'visualizado' | 'assinado' | 'recusado' | 'delegado' | 'erro' | 'altura';

/** Begins the session of a ticket, or gets it again where the answer was lost. @returns the token of its link */
export async function begin(ticket: string, { client }: Api): Promise<string> {
  return (await client.iniciarSessaoIncorporada({ params: { token: ticket }, body: { chave } })).token;
}

/** Where there is nothing more to do here, and the page around must do something. */
const LOST: readonly Screen[] = ['indisponivel', 'cancelado'];

/**
 * Makes the page one that lives inside another, and tells that one how things go as long as it is open.
 * @param around the other's origin, to which alone anything is told
 */
export function liveInside(road: Road, around: string): void {
  if (!isInside(around)) return;
  openLinksOutside();
  const tell = tellerTo<Evento>(around);
  let before: State | null = null;
  const follow = () => {
    const { session, screen } = road.state;
    const was = before;
    before = road.state;
    if (session && !was?.session) tell('visualizado', { documentoIds: session.documentos.map(({ id }) => id) });
    const passed = road.state.passed.slice(was?.passed.length ?? 0);
    if (passed.length > 0) tell('delegado', { documentoIds: passed });
    if (screen === was?.screen) return;
    const ended = { documentoIds: road.concluded };
    if (screen === 'assinado') tell('assinado', ended);
    if (screen === 'recusado') tell('recusado', ended);
    if (LOST.includes(screen)) tellLost(road.state, tell);
  };
  tell('pronto', {});
  road.subscribe(follow);
  follow();
  followHeight((px) => tell('altura', { px }));
}

/** What the person passed on is another's, and asks for no other address; where its answer was lost, it is only told now. */
function tellLost({ gone, session, passed }: State, tell: (evento: Evento, dados: object) => void): void {
  if (gone !== 'DELEGADO' || session === null) {
    tell('erro', GONE);
    return;
  }
  const left = openDocuments(session).flatMap(({ id }) => (passed.includes(id) ? [] : [id]));
  if (left.length > 0) tell('delegado', { documentoIds: left });
}

/** The height of a screen of reading, which scrolls: it would else ask for all of the document at once. */
const READING_PX = 900;

/** Calls back with the height that the content wants, now and whenever it changes. */
function followHeight(tell: (px: number) => void): void {
  const app = document.getElementById('app');
  if (!app) return;
  let told = 0;
  const measure = () => {
    const reading = app.querySelector('.reading') !== null;
    const px = reading ? READING_PX : app.offsetHeight;
    if (px === told) return;
    told = px;
    tell(px);
  };
  new ResizeObserver(measure).observe(app);
  new MutationObserver(measure).observe(app, { childList: true, subtree: true });
  measure();
}

/** Links of a page inside another lead out of both: no other page of ours is shown there. */
function openLinksOutside(): void {
  document.head.append(Object.assign(document.createElement('base'), { target: '_blank' }));
  document.documentElement.classList.add('embedded');
}
