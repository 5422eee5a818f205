import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useEditing } from './context.tsx';
import styles from './notices.module.css';
import type { Keeping } from './saving/use-saving.ts';

/** What has to be known before anything is touched: who else edits, what was refused, what changed elsewhere. */
export function Notices({ keeping, above }: { readonly keeping: Keeping; readonly above: string | null }) {
  const { saving, t } = useEditing();
  const { loaded, allowed, part, conflict, notice } = keeping;
  if (!loaded) return null;
  const toDocument = above !== null && (
    <Button size="compact-sm" variant="default" component={Link} to={above}>
      {t.notices.seeDocumento}
    </Button>
  );
  if (!loaded.editable || (saving.state === 'closed' && saving.why === 'immutable')) {
    return (
      <Strip iconName="shield" texto={t.notices.immutable}>
        {toDocument}
      </Strip>
    );
  }
  if (!allowed || (saving.state === 'closed' && saving.why === 'no-permission')) {
    return <Strip iconName="shield" texto={t.notices.noPermission} />;
  }
  if (saving.state === 'closed') return <Strip iconName="alert" texto={t.notices.gone} tone="error" />;
  if (part === 'watches') {
    return (
      <Strip iconName="copy" texto={keeping.asking ? t.notices.takingOver : t.notices.otherTab} tone="warning">
        <Button size="compact-sm" loading={keeping.asking} onClick={keeping.take}>
          {t.notices.editHere}
        </Button>
      </Strip>
    );
  }
  if (conflict) {
    return (
      <Strip iconName="alert" texto={t.notices.hasChanged} tone="warning">
        <Button size="compact-sm" variant="default" onClick={() => keeping.settle(true)}>
          {t.notices.keep}
        </Button>
        <Button size="compact-sm" onClick={() => keeping.settle(false)}>
          {t.notices.load}
        </Button>
      </Strip>
    );
  }
  if (saving.state === 'refused') {
    const told = saving.refusals.map(({ mensagem, ...ruled }) =>
      t.issue({ kind: 'refused', message: mensagem, ...ruled }, ''),
    );
    const said = [...new Set(told.filter(Boolean))].join(' ');
    return said === '' ? null : <Strip iconName="alert" texto={`${t.notices.refused} ${said}`} tone="error" />;
  }
  return notice ? <Strip iconName="tick" texto={t.notices[notice]} /> : null;
}

const TONES = { plain: '', warning: styles.warning, error: styles.error };

function Strip(props: {
  readonly iconName: IconName;
  readonly texto: string;
  readonly tone?: keyof typeof TONES;
  readonly children?: React.ReactNode;
}) {
  return (
    <div
      className={`${styles.strip} ${TONES[props.tone ?? 'plain']}`}
      role={props.tone === 'error' ? 'alert' : 'status'}
    >
      <Icon name={props.iconName} />
      <Text size="sm" component="span">
        {props.texto}
      </Text>
      {props.children && <span className={styles.acts}>{props.children}</span>}
    </div>
  );
}
