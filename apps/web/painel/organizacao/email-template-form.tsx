import { Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ModeloEmail } from '@rubrica/contract';
import { EMAIL_VARIABLES } from '@rubrica/contract/enums';
import { EMAIL_BODY_MAX_CHARS, EMAIL_SUBJECT_MAX_CHARS, NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useRef } from 'react';
import { useIsAllowed, usePanel } from '../context.tsx';
import { type Form, useForm } from '../parts/form.ts';
import { LeaveGuard } from '../parts/keep.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { TemplateId } from './email-template-text.tsx';
import type { EmailWords } from './queries.ts';

interface Props {
  /** Null for one that is not saved yet. */
  readonly modelo: ModeloEmail | null;
  readonly beginning: Pick<ModeloEmail, 'nome' | 'assunto' | 'corpo'>;
  /** Told of every change, for the preview. */
  readonly onWords: (words: EmailWords) => void;
  /** @param id of what was saved; null where it was deleted */
  readonly onSaved: (id: string | null) => Promise<void>;
  readonly onClose: () => void;
}

/** Writes a template of the organization's own. */
export function EmailTemplateForm({ modelo, beginning, onWords, onSaved, onClose }: Props) {
  const base = useBase();
  const { sair, modelosEmail: t, obrigatorio } = useOrganizacao();
  const { mayIn } = useIsAllowed();
  const { client } = usePanel();
  const notices = useNotices();
  const missing = (value: string) => (value.trim() === '' ? obrigatorio : null);
  const { nome, assunto, corpo } = beginning;
  const form = useForm({ nome, assunto, corpo }, { nome: missing, assunto: missing, corpo: missing });
  const { values } = form;
  const dirty = modelo === null || values.nome !== nome || values.assunto !== assunto || values.corpo !== corpo;
  const set = (change: Partial<EmailWords>) => {
    for (const [name, value] of Object.entries(change)) form.set(name as keyof EmailWords, value);
    onWords({ assunto: values.assunto, corpo: values.corpo, ...change });
  };
  const save = async () => {
    const saved = modelo
      ? await client.alterarModeloEmail({ params: { modeloEmailId: modelo.id }, body: values })
      : await client.criarModeloEmail({ body: values });
    notices.done(t.saved);
    await onSaved(saved.id);
  };
  const remove = async () => {
    if (!modelo) return;
    await client.excluirModeloEmail({ params: { modeloEmailId: modelo.id } });
    await onSaved(null);
    notices.undoable(t.deleted, () => {
      // What was deleted does not come back; the same words do.
      client.criarModeloEmail({ body: { nome, assunto, corpo } }).then((again) => onSaved(again.id), notices.erro);
    });
  };
  return (
    <Paper withBorder p="lg" component="section" aria-label={modelo ? modelo.nome : t.fresh}>
      <form onSubmit={(event) => void form.submit(event, save)} noValidate>
        <Stack>
          <LeaveGuard dirty={dirty && !form.busy} texts={sair} />
          <TextInput label={t.nome} maxLength={NAME_MAX_CHARS} autoFocus={modelo === null} {...form.text('nome')} />
          <TextInput
            label={t.assunto}
            lang="pt-BR"
            maxLength={EMAIL_SUBJECT_MAX_CHARS}
            value={values.assunto}
            error={form.problem('assunto')}
            onChange={(event) => set({ assunto: event.currentTarget.value })}
          />
          <Body form={form} onCorpo={(value) => set({ corpo: value })} />
          {modelo && <TemplateId id={modelo.id} />}
          <Refused texto={form.fault} />
          <Group>
            <Button type="submit" loading={form.busy}>
              {base.actions.save}
            </Button>
            {dirty && (
              <Button variant="default" onClick={onClose}>
                {base.actions.cancel}
              </Button>
            )}
            {modelo && mayIn('excluirModeloEmail', modelo) && (
              <Button
                variant="subtle"
                color="red"
                disabled={form.busy}
                onClick={() => void remove().catch(notices.erro)}
              >
                {t.remove}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** The text, with a button for each variable, which puts it where the caret is. */
function Body(props: {
  readonly form: Form<EmailWords & { nome: string }>;
  readonly onCorpo: (corpo: string) => void;
}) {
  const { modelosEmail: t } = useOrganizacao();
  const { form, onCorpo } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const { current } = area;
    if (!current) return;
    current.focus();
    current.setRangeText(`{{${name}}}`, current.selectionStart, current.selectionEnd, 'end');
    onCorpo(current.value);
  };
  return (
    <>
      <Textarea
        ref={area}
        label={t.corpo}
        description={t.bodyHint}
        lang="pt-BR"
        autosize
        minRows={8}
        maxRows={20}
        maxLength={EMAIL_BODY_MAX_CHARS}
        value={form.values.corpo}
        error={form.problem('corpo')}
        onChange={(event) => onCorpo(event.currentTarget.value)}
      />
      <Group gap="xs" role="group" aria-label={t.variaveis}>
        <Text size="sm">{t.insert}</Text>
        {EMAIL_VARIABLES.map((name) => (
          <Button key={name} size="compact-sm" variant="default" onClick={() => insert(name)}>
            {t.names[name]}
          </Button>
        ))}
      </Group>
    </>
  );
}
