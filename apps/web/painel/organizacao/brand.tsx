import { Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Organizacao } from '@rubrica/contract';
import { useState } from 'react';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useOrganizacao } from '../texts/organizacao.ts';
import { anew, type Begin, FIRST } from './beginning.ts';
import styles from './beside.module.css';
import { type BrandDraft, BrandForm, draftOf } from './brand-form.tsx';
import { Card, OrganizacaoScreen } from './frame.tsx';
import logoFieldStyles from './logo-field.module.css';
import { type Appearance, EmailPreview, PagePreview } from './preview.tsx';
import { useDetails } from './queries.ts';
import { HEX } from './tones.ts';

/** `/organizacao/marca`: how the organization shows itself, with what comes of it beside the form. */
export function Component() {
  const t = useOrganizacao();
  const dados = useDetails();
  return (
    <OrganizacaoScreen title={t.marca.titulo} texto={t.marca.texto} operacao="obterOrganizacao">
      {dados.error && <Failure erro={dados.error} repeat={() => void dados.refetch()} />}
      {dados.isPending && <Loading />}
      {dados.data && <Marca organizacao={dados.data} />}
    </OrganizacaoScreen>
  );
}

function Marca({ organizacao }: { readonly organizacao: Organizacao }) {
  const { isAllowed } = useIsAllowed();
  const [begin, setBegin] = useState<Begin<Organizacao>>(FIRST);
  const [draft, setDraft] = useState<BrandDraft | null>(null);
  const again = (saved: Organizacao | null) => {
    setDraft(null);
    setBegin(anew(begin, saved));
  };
  return (
    <div className={styles.sides}>
      <Paper withBorder p="lg">
        {isAllowed('alterarOrganizacao') ? (
          <BrandForm key={begin.round} organizacao={begin.saved ?? organizacao} onDraft={setDraft} onAgain={again} />
        ) : (
          <ReadMark organizacao={organizacao} />
        )}
      </Paper>
      <Previews organizacao={organizacao.nome} draft={draft ?? draftOf(organizacao)} />
    </div>
  );
}

function ReadMark({ organizacao: { marca } }: { readonly organizacao: Organizacao }) {
  const t = useOrganizacao();
  return (
    <Stack>
      <Card
        lines={[
          [
            t.marca.logo,
            marca.logo ? (
              <span key="logo" className={logoFieldStyles.logo}>
                <img src={marca.logo} alt={t.marca.currentLogo} />
              </span>
            ) : (
              t.marca.noLogo
            ),
          ],
          [t.marca.cor, marca.corPrimaria ?? t.none],
          [t.marca.nomeRemetente, marca.nomeRemetente ?? t.none],
          [t.marca.emailResposta, marca.emailResposta ?? t.none],
          [t.marca.mensagemPadrao, marca.mensagemPadrao ?? t.none],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t.dados.readOnly}
      </Text>
    </Stack>
  );
}

type Which = 'email' | 'pagina' | 'dark';

function Previews({ organizacao, draft }: { readonly organizacao: string; readonly draft: BrandDraft }) {
  const t = useOrganizacao();
  const { ambiente } = usePanel();
  const [which, setWhich] = useState<Which>('email');
  const labels: Record<Which, string> = {
    email: t.marca.emailPreview,
    pagina: t.marca.pagePreview,
    dark: t.marca.darkPreview,
  };
  const appearance: Appearance = {
    organizacao,
    nomeRemetente: draft.nomeRemetente.trim() || null,
    emailResposta: draft.emailResposta.trim() || null,
    cor: HEX.test(draft.corPrimaria) ? draft.corPrimaria : null,
    logo: draft.logo,
  };
  const mensagem = draft.mensagemPadrao.trim() || null;
  return (
    <figure className={styles.preview} aria-label={t.marca.previewLabel(labels[which])}>
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t.marca.whichPreview}
          value={which}
          onChange={(value) => setWhich(value as Which)}
          data={(Object.keys(labels) as Which[]).map((value) => ({ value, label: labels[value] }))}
        />
        {which === 'email' ? (
          <EmailPreview appearance={appearance} mensagem={mensagem} teste={ambiente === 'TESTE'} />
        ) : (
          <PagePreview appearance={appearance} mensagem={mensagem} backdrop={which === 'dark' ? 'dark' : 'light'} />
        )}
        <Text component="figcaption" size="xs" c="dimmed">
          {t.marca.exampleOnly}
        </Text>
      </Stack>
    </figure>
  );
}
