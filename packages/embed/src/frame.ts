/** What a framed page tells the page around it, by the event's name: the `detail` of each event. */
export interface RubricaEventos {
  /** The page is shown. */
  pronto: Record<string, never>;
  /** The person opened what there is to sign. */
  visualizado: { documentoIds: string[] };
  assinado: { documentoIds: string[] };
  recusado: { documentoIds: string[] };
  /** The person passed the signature on: another signs, by a link of their own. */
  delegado: { documentoIds: string[] };
  /** Everything that was changed in the draft is saved. */
  salvo: Record<string, never>;
  /** The draft was sent for signing. */
  enviado: { documentoIds: string[] };
  /** The page cannot go on. `LINK_INDISPONIVEL`: ask the service for a new link. */
  erro: { codigo: string; mensagem: string };
  /** The height that its content wants. */
  altura: { px: number };
}

const EVENTS: Readonly<Record<keyof RubricaEventos, true>> = {
  pronto: true,
  visualizado: true,
  assinado: true,
  recusado: true,
  delegado: true,
  salvo: true,
  enviado: true,
  erro: true,
  altura: true,
};

const DEFAULT_HEIGHT_PX = 720;
/** Below it nobody can read a document. */
const LEAST_HEIGHT_PX = 400;

/** What the framed page needs: its own session and storage, its forms, the files it hands out, and links that leave it. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/** `addEventListener` and its opposite, which know what each event brings. */
interface Listening {
  addEventListener<E extends keyof RubricaEventos>(
    type: E,
    listener: (event: CustomEvent<RubricaEventos[E]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<E extends keyof RubricaEventos>(
    type: E,
    listener: (event: CustomEvent<RubricaEventos[E]>) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** Where pages are only written, as on a server, there is no such class: the elements are imported there, and never made. */
const Base = (globalThis.HTMLElement ?? class {}) as new () => Listening & HTMLElement;

/** An element that shows a page of the service in a frame of its own, and says what that page says as events. */
export abstract class RubricaFrame extends Base {
  static readonly observedAttributes: readonly string[] = ['link', 'titulo', 'altura'];

  /** What a screen reader calls the frame where the page's author gives it no `titulo`. */
  protected abstract readonly defaultTitle: string;

  readonly #style: (css: string) => void;
  #connected = false;
  #frame: HTMLIFrameElement | null = null;
  #origin = '';
  #height = DEFAULT_HEIGHT_PX;

  constructor() {
    super();
    this.#style = styling(this.attachShadow({ mode: 'open' }));
    this.#fit();
  }

  /** The address that the service gave. Another one is shown in a new frame; without one there is none. */
  get link(): string | null {
    return this.getAttribute('link');
  }

  set link(value: string | null | undefined) {
    if (value == null) this.removeAttribute('link');
    else this.setAttribute('link', value);
  }

  /** For the browser, as the next two. */
  connectedCallback(): void {
    // Set before the class was there, it is a property of the object's own, and hides the one above.
    if (Object.keys(this).includes('link')) {
      const { link } = this;
      delete (this as Partial<Pick<this, 'link'>>).link;
      this.link = link;
    }
    this.#connected = true;
    window.addEventListener('message', this.#receive);
    this.#show();
  }

  disconnectedCallback(): void {
    this.#connected = false;
    window.removeEventListener('message', this.#receive);
    this.#show();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'link') this.#show();
    else if (name === 'altura') this.#fit();
    else if (this.#frame) this.#frame.title = this.#title();
  }

  #title(): string {
    return this.getAttribute('titulo') ?? this.defaultTitle;
  }

  #show(): void {
    this.#frame?.remove();
    this.#frame = null;
    const origin = this.#connected && this.link ? originOf(this.link) : null;
    if (!origin) return;
    this.#origin = origin;
    const frame = document.createElement('iframe');
    frame.title = this.#title();
    frame.setAttribute('sandbox', SANDBOX);
    // The address of the page around it may say more than the service has to know.
    frame.referrerPolicy = 'no-referrer';
    frame.src = this.link as string;
    this.#frame = (this.shadowRoot as ShadowRoot).appendChild(frame);
  }

  /** Rules of the host only: whatever the page's own sheet says of the element is stronger. */
  #fit(): void {
    const height = this.getAttribute('altura') === 'auto' ? this.#height : DEFAULT_HEIGHT_PX;
    this.#style(
      `:host{display:block;position:relative;height:${height}px}:host([hidden]){display:none}` +
        'iframe{position:absolute;top:0;left:0;width:100%;height:100%;border:0}',
    );
  }

  // Anybody may post to a window: only the page that is shown is listened to, and only while it is still the service's.
  readonly #receive = ({ source, origin, data }: MessageEvent): void => {
    if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#origin) return;
    const { rubrica, evento, dados } = Object(data);
    if (rubrica !== 1 || !Object.keys(EVENTS).includes(evento) || Object(dados) !== dados) return;
    if (evento === 'altura' && Number.isFinite(dados.px)) {
      this.#height = Math.max(LEAST_HEIGHT_PX, dados.px);
      this.#fit();
    }
    this.dispatchEvent(new CustomEvent(evento, { detail: dados, bubbles: true, composed: true }));
  };
}

/** @returns null where the link is no complete address of the web */
function originOf(link: string): string | null {
  try {
    const { origin, protocol } = new URL(link);
    if (/^https?:$/.test(protocol)) return origin;
  } catch {}
  console.error(`Rubrica: o link não é um endereço http ou https completo: ${link}`);
  return null;
}

/** @returns what replaces the styles of a shadow root */
function styling(root: ShadowRoot): (css: string) => void {
  try {
    // The page's content security policy may forbid style elements; it does not concern such a sheet.
    const sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [sheet];
    return (css) => sheet.replaceSync(css);
  } catch {
    const style = root.appendChild(document.createElement('style'));
    return (css) => {
      style.textContent = css;
    };
  }
}

/** Makes an element known, where there are elements. Of two copies of the script on a page the first one does. */
export function define(name: string, element: CustomElementConstructor): void {
  const { customElements } = globalThis;
  if (customElements && !customElements.get(name)) customElements.define(name, element);
}
