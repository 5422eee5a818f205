import { Button, Group } from '@mantine/core';
import type { Organizacao, OrganizacaoAlteracao } from '@rubrica/contract';
import { usePanel } from '../context.tsx';
import { LeaveGuard } from '../parts/keep.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { useOrganizacaoChanged } from './queries.ts';

/** Saves a change of the organization; says so, also where there is nothing to save. @param onSaved with its new state */
export function useSave(onSaved: (saved: Organizacao) => void) {
  const t = useOrganizacao();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  return async (body: OrganizacaoAlteracao): Promise<void> => {
    if (Object.keys(body).length === 0) {
      notices.done(t.nothingChanged);
      return;
    }
    const saved = await client.alterarOrganizacao({ body });
    hasChanged.dados(saved);
    notices.done(t.saved);
    onSaved(saved);
  };
}

/** The foot of a form: why it was refused, saving, and discarding where something changed, which also guards the way out. */
export function Save(props: {
  readonly form: { readonly fault: string | null; readonly busy: boolean };
  readonly dirty: boolean;
  readonly onDiscard: () => void;
}) {
  const base = useBase();
  const t = useOrganizacao();
  const { form, dirty } = props;
  return (
    <>
      <LeaveGuard dirty={dirty && !form.busy} texts={t.sair} />
      <Refused texto={form.fault} />
      <Group>
        <Button type="submit" loading={form.busy}>
          {base.actions.save}
        </Button>
        {dirty && (
          <Button variant="default" onClick={props.onDiscard}>
            {t.discard}
          </Button>
        )}
      </Group>
    </>
  );
}
