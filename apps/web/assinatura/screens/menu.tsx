import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon, type IconName } from '../../kit/parts.tsx';
import { persistently } from '../../kit/persistent.ts';
import { useRoad } from '../context.tsx';
import { useDesktop } from '../desktop.ts';
import { passable } from '../pass-on.ts';
import { openDocuments } from '../steps.ts';
import styles from './menu.module.css';
import { PassOnDialog } from './pass-on.tsx';
import { RefuseDialog } from './refusal.tsx';

const dialogs = () => persistently(() => import('./menu-dialogs.tsx'));
export const DeviceDialog = lazy(async () => ({ default: (await dialogs()).DeviceDialog }));
const ContactDialog = lazy(async () => ({ default: (await dialogs()).ContactDialog }));

interface Item {
  readonly icon: IconName;
  readonly label: string;
  readonly act: () => void;
  /** Of an item that is a link to a file. */
  readonly href?: string;
  readonly danger?: boolean;
}

/** The dialogs an item may open. */
type Opened = 'refusal' | 'passOn' | 'device' | 'contact' | null;

/** What can be done at every step besides going on: download, another device, the sender, declining. */
export function StepMenu() {
  const { road, session, t } = useRoad();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState<Opened>(null);
  const desktop = useDesktop();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const documents = openDocuments(session);
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  const show = (which: Opened) => () => {
    close();
    setOpened(which);
  };
  // Neither stays on a device that is handed over, nor is the link taken from it to another.
  const files = session.autenticado && !session.presencial ? session.documentos : [];
  const items: Item[] = [
    ...files.map(({ id: documentoId, titulo }) => ({
      icon: 'down' as const,
      label: files.length === 1 ? t.menu.download : t.menu.downloadOf(titulo),
      href: road.api.fileUrl(road.token, documentoId),
      act: close,
    })),
    // An address for one session opens nothing on another device.
    ...(road.door || session.presencial
      ? []
      : [{ icon: 'phone' as const, label: desktop ? t.mobile.button : t.mobile.otherDevice, act: show('device') }]),
    { icon: 'talk', label: t.menu.talk, act: show('contact') },
    ...(passable(session).length > 0 ? [{ icon: 'talk' as const, label: t.menu.passOn, act: show('passOn') }] : []),
    ...(documents.some(({ recusavel }) => recusavel)
      ? [{ icon: 'refuse' as const, label: t.recusa.button, act: show('refusal'), danger: true }]
      : []),
  ];
  const leave = () => setOpened(null);
  return (
    <div className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={styles.iconButton}
        aria-label={t.menu.more}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name="more" />
      </button>
      {open && <Items id={id} label={t.menu.more} items={items} onClose={close} onLeave={() => setOpen(false)} />}
      <Suspense fallback={null}>
        {opened === 'refusal' && <RefuseDialog onClose={leave} />}
        {opened === 'passOn' && <PassOnDialog onClose={leave} />}
        {opened === 'device' && <DeviceDialog onClose={leave} />}
        {opened === 'contact' && <ContactDialog onClose={leave} />}
      </Suspense>
    </div>
  );
}

/** The list, by the keys that menus have: arrows, Home, End, Escape; Tab leaves it. */
function Items(props: {
  readonly id: string;
  readonly label: string;
  readonly items: readonly Item[];
  readonly onClose: () => void;
  readonly onLeave: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const all = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const focus = (at: number) => {
    const found = all();
    found[(at + found.length) % found.length]?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useLayoutEffect(() => focus(0), []);
  const { onLeave } = props;
  useEffect(() => {
    const outside = (event: Event) => {
      if (!list.current?.parentElement?.contains(event.target as Node)) onLeave();
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [onLeave]);
  const onKeyDown = (event: { readonly key: string; preventDefault(): void }) => {
    const at = all().indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      focus(to);
    } else if (event.key === 'Escape') props.onClose();
    else if (event.key === 'Tab') onLeave();
  };
  return (
    <div ref={list} id={props.id} className={styles.list} role="menu" aria-label={props.label} onKeyDown={onKeyDown}>
      {props.items.map(({ icon, label, act, href, danger }) => {
        const own = {
          role: 'menuitem',
          tabIndex: -1,
          className: styles.item,
          'data-danger': danger || undefined,
          onClick: act,
        };
        const inside = (
          <>
            <Icon name={icon} /> <span>{label}</span>
          </>
        );
        return href ? (
          <a key={label} {...own} href={href} download rel="noreferrer">
            {inside}
          </a>
        ) : (
          <button key={label} type="button" {...own}>
            {inside}
          </button>
        );
      })}
    </div>
  );
}
