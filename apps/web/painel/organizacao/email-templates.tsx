import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import type { ModeloEmail } from '@rubrica/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsAllowed } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useOrganizacao } from '../texts/organizacao.ts';
import styles from './beside.module.css';
import { EmailTemplateForm } from './email-template-form.tsx';
import { AsReceived, Examples, useSample } from './email-template-preview.tsx';
import { AsWritten } from './email-template-text.tsx';
import { OrganizacaoScreen } from './frame.tsx';
import { EMAIL_TEMPLATES_KEY, type EmailWords, useEmailTemplates } from './queries.ts';

/** `/organizacao/modelos-email?modelo=`: the words of invitations, written here and shown as they arrive. */
export function Component() {
  const t = useOrganizacao();
  const modelos = useEmailTemplates();
  return (
    <OrganizacaoScreen title={t.modelosEmail.titulo} texto={t.modelosEmail.texto} operacao="listarModelosEmail">
      {modelos.error && <Failure erro={modelos.error} repeat={() => void modelos.refetch()} />}
      {modelos.isPending && <Loading />}
      {modelos.data?.length === 0 && (
        <Empty drawing="envelope" titulo={t.modelosEmail.blank} texto={t.modelosEmail.blankText} />
      )}
      {modelos.data && modelos.data.length > 0 && <Modelos modelos={modelos.data} />}
    </OrganizacaoScreen>
  );
}

function Modelos({ modelos }: { readonly modelos: readonly ModeloEmail[] }) {
  const t = useOrganizacao().modelosEmail;
  const { isAllowed, mayIn } = useIsAllowed();
  const queries = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [begun, setBegun] = useState<Pick<ModeloEmail, 'nome' | 'assunto' | 'corpo'> | null>(null);
  const [words, setWords] = useState<EmailWords | null>(null);
  const sample = useSample();
  const modelo = modelos.find(({ id }) => id === query.get('modelo')) ?? modelos[0];
  if (!modelo) return null;
  const choose = (id: string | null) => {
    setBegun(null);
    setWords(null);
    setQuery(id === null ? {} : { modelo: id }, { replace: true });
  };
  const changed = async (id: string | null) => {
    await queries.invalidateQueries({ queryKey: EMAIL_TEMPLATES_KEY });
    choose(id);
  };
  const begin = (from: EmailWords) => {
    setWords(null);
    setBegun({ nome: '', assunto: from.assunto, corpo: from.corpo });
  };
  const mayChange = modelo.criadoPor !== null && mayIn('alterarModeloEmail', modelo);
  const shown = words ?? begun ?? modelo;
  return (
    <div className={styles.sides}>
      <Stack>
        <Group align="flex-end" gap="xs">
          <NativeSelect
            className="grow"
            label={t.choice}
            value={begun ? '' : modelo.id}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[...(begun ? [{ value: '', label: t.fresh }] : []), ...groupsOf(modelos, t)]}
          />
          {isAllowed('criarModeloEmail') && (
            <Button leftSection={<Icon name="plus" />} disabled={begun !== null} onClick={() => begin(t.beginning)}>
              {t.fresh}
            </Button>
          )}
        </Group>
        {begun || mayChange ? (
          <EmailTemplateForm
            key={begun ? 'fresh' : modelo.id}
            modelo={begun ? null : modelo}
            beginning={begun ?? modelo}
            onWords={setWords}
            onSaved={(id) => changed(id)}
            onClose={() => choose(begun ? modelo.id : null)}
          />
        ) : (
          <AsWritten modelo={modelo} onBegin={isAllowed('criarModeloEmail') ? () => begin(modelo) : null} />
        )}
        <Examples sample={sample} />
      </Stack>
      <AsReceived words={shown} sample={sample.body} />
    </div>
  );
}

/** The organization's own apart from the service's, where there are any. */
function groupsOf(modelos: readonly ModeloEmail[], t: { readonly own: string; readonly ofService: string }) {
  const option = ({ id, nome }: ModeloEmail) => ({ value: id, label: nome });
  const own = modelos.filter(({ criadoPor }) => criadoPor !== null).map(option);
  const service = modelos.filter(({ criadoPor }) => criadoPor === null).map(option);
  if (own.length === 0) return service;
  return [
    { group: t.own, items: own },
    { group: t.ofService, items: service },
  ];
}
