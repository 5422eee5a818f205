import { Button, Group } from '@mantine/core';
import type { Organizacao, OrganizacaoAlteracao } from '@rubrica/contract';
import { usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Guarda } from '../partes/guarda.tsx';
import { Recusa } from '../partes/recusa.tsx';
import { useBase } from '../textos/base.ts';
import { useOrganizacao } from '../textos/organizacao.ts';
import { useMudouOrganizacao } from './consultas.ts';

/** Saves a change of the organization; says so, also where there is nothing to save. @param onSaved with its new state */
export function useSave(onSaved: (saved: Organizacao) => void) {
  const t = useOrganizacao();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  return async (body: OrganizacaoAlteracao): Promise<void> => {
    if (Object.keys(body).length === 0) {
      avisos.feito(t.nadaMudou);
      return;
    }
    const saved = await client.alterarOrganizacao({ body });
    mudou.dados(saved);
    avisos.feito(t.salvo);
    onSaved(saved);
  };
}

/** The foot of a form: why it was refused, saving, and discarding where something changed, which also guards the way out. */
export function Salvar(props: {
  readonly form: { readonly fault: string | null; readonly busy: boolean };
  readonly sujo: boolean;
  readonly onDescartar: () => void;
}) {
  const base = useBase();
  const t = useOrganizacao();
  const { form, sujo } = props;
  return (
    <>
      <Guarda sujo={sujo && !form.busy} textos={t.sair} />
      <Recusa texto={form.fault} />
      <Group>
        <Button type="submit" loading={form.busy}>
          {base.acoes.salvar}
        </Button>
        {sujo && (
          <Button variant="default" onClick={props.onDescartar}>
            {t.descartar}
          </Button>
        )}
      </Group>
    </>
  );
}
