import { Icon, type IconName } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import type { Documento } from '../steps.ts';
import styles from './signers.module.css';

const ICONS: Record<string, IconName> = { ASSINADO: 'check', RECUSADO: 'refuse', CANCELADO: 'refuse' };

/** Who signs a document and what remains; nothing where it is one's own alone. */
export function Signers({ pessoas }: { readonly pessoas: Documento['pessoas'] }) {
  const { t } = usePage();
  if (pessoas.length < 2) return null;
  const done = pessoas.filter(({ status }) => status === 'ASSINADO').length;
  return (
    <div className={styles.people}>
      <p className="hint">{t.people.done(done, pessoas.length)}</p>
      <ul>
        {pessoas.map(({ nome, status, voce }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike or unknown, and the order never changes
          <li key={index} data-done={status === 'ASSINADO' || undefined}>
            <Icon name={ICONS[status] ?? 'clock'} />
            <span>
              <span dir="auto">{voce ? t.people.you : (nome ?? t.people.somebody)}</span>
              <span className="unseen"> {t.people.status(status)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
