import { NavLink as MantineNavLink } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { NavLink, useLocation, useNavigation } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import { DELETED, LIST } from '../documentos/places.ts';
import { ROOT_OF } from '../environment.ts';
import { Icon } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';
import { DAILY, DEVELOPER, type Group, isOffered, OF_THE_ORGANIZATION, type Target } from './navigation.ts';
import styles from './sidebar.module.css';

const Pastas = lazy(() => import('../documentos/pastas.tsx'));

const isWithin = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/** The only navigation of the panel. Folders stand below the documents, sections below the organization. */
export function Navigation() {
  const t = useBase();
  const offered = useOffered();
  const developer = offered(DEVELOPER.targets);
  return (
    <>
      {offered(DAILY).map((target) => (
        <Entry key={target.to} target={target}>
          <Below of={target.to} />
        </Entry>
      ))}
      {developer.length > 0 && (
        <>
          <p className={styles.heading}>{DEVELOPER.rotulo(t)}</p>
          {developer.map((target) => (
            <Entry key={target.to} target={target} />
          ))}
        </>
      )}
    </>
  );
}

/** Those of some targets that this person is offered here. */
function useOffered() {
  const { ambiente } = usePanel();
  const { isAllowed } = useIsAllowed();
  return (targets: readonly Target[]) => targets.filter((target) => isOffered(target, { ambiente, isAllowed }));
}

/** Where one is, or is going: the way is marked at once, while the screen is on its way. */
function useWhere(): string {
  const here = useLocation().pathname;
  const { ambiente } = usePanel();
  // Unlike the location of where one is, that of where one goes has the panel's root before it.
  return useNavigation().location?.pathname.slice(ROOT_OF[ambiente].length) ?? here;
}

function Entry({ target, children }: { readonly target: Target; readonly children?: ReactNode }) {
  const t = useBase();
  const where = useWhere();
  return (
    <>
      <MantineNavLink
        component={NavLink}
        to={target.to}
        label={target.rotulo(t)}
        leftSection={<Icon name={target.iconName} />}
        active={isWithin(where, target.to)}
      />
      {children}
    </>
  );
}

/** What a part of the panel is divided into: the list of documents by folders, the organization by sections. */
function Below({ of }: { readonly of: string }) {
  const where = useWhere();
  if (of === LIST && (where === LIST || where === DELETED)) {
    return (
      <div className={styles.below}>
        <Suspense fallback={null}>
          <Pastas />
        </Suspense>
      </div>
    );
  }
  return of === '/organizacao' && isWithin(where, of) ? <Sections /> : null;
}

function Sections() {
  const t = useBase();
  return (
    <nav aria-label={t.navigation.sections} className={styles.below}>
      {OF_THE_ORGANIZATION.map((group) => (
        <SectionGroup key={group.targets[0]?.to} group={group} />
      ))}
    </nav>
  );
}

function SectionGroup({ group }: { readonly group: Group }) {
  const t = useBase();
  const where = useWhere();
  const targets = useOffered()(group.targets);
  if (targets.length === 0) return null;
  return (
    <>
      <p className={styles.heading}>{group.rotulo(t)}</p>
      <ul className="plain-list">
        {targets.map(({ to, rotulo }) => {
          const here = to === '/organizacao' ? where === to : isWithin(where, to);
          return (
            <li key={to}>
              <NavLink to={to} end={to === '/organizacao'} className={styles.section} data-here={here || undefined}>
                {rotulo(t)}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}
