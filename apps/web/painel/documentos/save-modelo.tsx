import { Text, TextInput } from '@mantine/core';
import type { DocumentoResumo, EscopoModelo } from '@rubrica/contract';
import { TEMPLATE_SCOPES } from '@rubrica/contract/enums';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useNavigate } from 'react-router';
import { usePanel } from '../context.tsx';
import { useModeloChanged } from '../modelos/queries.ts';
import { Choice } from '../parts/choice.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { useModelos } from '../texts/modelos.ts';

/** Makes a template of a document, and leads to it: its roles are there to be named. */
export function SaveModelo({
  documento,
  onClose,
}: {
  readonly documento: DocumentoResumo;
  readonly onClose: () => void;
}) {
  const t = useDocumentos();
  const modelos = useModelos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useModeloChanged();
  const navigate = useNavigate();
  const form = useForm(
    { nome: [...documento.titulo].slice(0, NAME_MAX_CHARS).join(''), escopo: 'PESSOAL' as EscopoModelo },
    { nome: (value) => (value.trim() === '' ? modelos.dialog.giveName : null) },
  );
  const save = async () => {
    const { nome, escopo } = form.values;
    const body = { nome: nome.trim(), escopo };
    const made = await client.criarModeloDeDocumento({ params: { documentoId: documento.id }, body });
    hasChanged.modelo(made);
    await navigate(`/modelos/${made.id}`);
    notices.done(t.salvarModelo.done);
  };
  return (
    <Dialog onClose={onClose} title={t.pagina.actions.modelo} onSubmit={(event) => void form.submit(event, save)}>
      <Text size="sm">{t.salvarModelo.explains}</Text>
      <TextInput
        label={modelos.dialog.nome}
        data-autofocus
        dir="auto"
        maxLength={NAME_MAX_CHARS}
        {...form.text('nome')}
      />
      <Choice
        rotulo={modelos.dialog.whoSees}
        options={TEMPLATE_SCOPES.map((value) => ({
          value,
          texto: modelos.escopo[value],
          hint: modelos.dialog.reach[value],
        }))}
        valor={form.values.escopo}
        onValor={(value) => form.set('escopo', value)}
        issue={form.problem('escopo')}
      />
      <Footer refusal={form.fault} onClose={onClose} acao={t.salvarModelo.confirmar} busy={form.busy} />
    </Dialog>
  );
}
