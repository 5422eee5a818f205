import { NativeSelect } from '@mantine/core';
import { useDocumentos } from '../texts/documentos.ts';
import { usePastas } from './queries.ts';
import { flattened, treeOf } from './state.ts';

/** One folder of all, or none. @param exceto folders that cannot be chosen, with what is in them */
export function PastaChoice(props: {
  readonly rotulo: string;
  readonly valor: string | null;
  readonly onValor: (pastaId: string | null) => void;
  readonly except?: string;
}) {
  const t = useDocumentos();
  const { data = [] } = usePastas();
  const offered = flattened(treeOf(without(data, props.except)));
  return (
    <NativeSelect
      label={props.rotulo}
      value={props.valor ?? ''}
      onChange={(event) => props.onValor(event.currentTarget.value || null)}
      data={[
        { value: '', label: t.pastas.root },
        ...offered.map(({ folder, depth }) => ({
          value: folder.id,
          label: `${'\u00a0\u00a0\u00a0'.repeat(depth)}${folder.nome}`,
        })),
      ]}
    />
  );
}

/** The folders but one and what is below it: a folder cannot go into itself. */
function without<F extends { id: string; paiId: string | null }>(folders: readonly F[], id?: string): readonly F[] {
  if (id === undefined) return folders;
  const out = new Set([id]);
  for (let grown = true; grown; ) {
    const more = folders.filter((one) => one.paiId && out.has(one.paiId) && !out.has(one.id));
    for (const one of more) out.add(one.id);
    grown = more.length > 0;
  }
  return folders.filter((one) => !out.has(one.id));
}
