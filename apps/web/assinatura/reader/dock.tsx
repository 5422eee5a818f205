import { FIELD_KINDS } from '@rubrica/contract/field-kinds';
import { Button, Icon } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { problemOf } from '../fields.ts';
import { isRead } from '../steps.ts';
import type { Texts } from '../texts/pt.ts';
import styles from './dock.module.css';
import { Entry } from './entry.tsx';
import type { Next } from './guide.ts';
import { isMade, type useWalk } from './walk.ts';

type Walk = ReturnType<typeof useWalk>;

/** What the button says: what comes next. */
function labelOf(next: Next, t: Texts): string {
  if (next.to !== 'field') return t.guia[next.to];
  const kind = FIELD_KINDS[next.campo.tipo];
  if (kind.holds === 'MARK') return t.guia[kind.mark];
  return kind.holds === 'PICTURE' ? t.guia.imagem : t.guia.campo;
}

/** At hand while a document is shown: how far one is, and one button to whatever comes next. */
export function Dock({ walk }: { readonly walk: Walk }) {
  const { session, t } = useRoad();
  const { opened, next, at } = walk;
  const typed = opened && !isMade(opened.campo);
  return (
    <div className={styles.dock} data-dock>
      {typed ? (
        <Entry key={opened.campo.id} walk={walk} campo={opened.campo} />
      ) : (
        <>
          <div className={styles.state}>
            <Standing walk={walk} />
          </div>
          {at > 0 && (
            <Button aria-label={t.campos.anterior} onClick={walk.toFieldBefore}>
              <Icon name="back" />
            </Button>
          )}
          <Button look="primary" className="large" busy={next.to === 'review' && !isRead(session)} onClick={walk.go}>
            {labelOf(next, t)}
          </Button>
        </>
      )}
    </div>
  );
}

/** The field one is at, or else how much was read, or else how much is left to fill in. */
function Standing({ walk }: { readonly walk: Walk }) {
  const { state, session, t } = useRoad();
  const { fields, at, active, missing, told, seen, documento, next } = walk;
  if (active) {
    const problem = told.has(active.id) ? problemOf(active, state.given, session) : null;
    return (
      <>
        <p>
          <strong>{active.rotulo ?? t.types[active.tipo]}</strong>{' '}
          <span className="hint">{t.campos.de(at + 1, fields.length)}</span>
        </p>
        {problem ? (
          <p className="error">
            <Icon name="alert" /> {t.issues[problem]}
          </p>
        ) : (
          <p className="hint">
            {FIELD_KINDS[active.tipo].holds === 'SIGNING_DAY'
              ? t.campos.automaticDate
              : active.obrigatorio
                ? t.campos.obrigatorio
                : t.campos.optional}
          </p>
        )}
      </>
    );
  }
  if (next.to !== 'page' && fields.length > 0) return <p>{t.campos.leftOver(missing, fields.length)}</p>;
  const { paginas } = documento;
  const passed = Math.min(seen.size, paginas);
  return (
    <>
      <p>{t.leitura.walked(passed, paginas)}</p>
      <progress max={paginas} value={passed} aria-label={t.leitura.progress} />
    </>
  );
}
