import { Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Organizacao } from '@rubrica/contract';
import { useState } from 'react';
import { usePanel, usePode } from '../contexto.tsx';
import { Carregando, Falha } from '../partes/estados.tsx';
import { useOrganizacao } from '../textos/organizacao.ts';
import { anew, type Begin, FIRST } from './comeco.ts';
import { useDados } from './consultas.ts';
import { FormularioDaMarca, type Rascunho, rascunhoDe } from './marca-formulario.tsx';
import { Ficha, TelaDaOrganizacao } from './moldura.tsx';
import { type Aparencia, PreviaEmail, PreviaPagina } from './previa.tsx';
import { HEX } from './tons.ts';

/** `/organizacao/marca`: how the organization shows itself, with what comes of it beside the form. */
export function Component() {
  const t = useOrganizacao();
  const dados = useDados();
  return (
    <TelaDaOrganizacao titulo={t.marca.titulo} texto={t.marca.texto} operacao="obterOrganizacao">
      {dados.error && <Falha erro={dados.error} repetir={() => void dados.refetch()} />}
      {dados.isPending && <Carregando />}
      {dados.data && <Marca organizacao={dados.data} />}
    </TelaDaOrganizacao>
  );
}

function Marca({ organizacao }: { readonly organizacao: Organizacao }) {
  const { pode } = usePode();
  const [begin, setBegin] = useState<Begin<Organizacao>>(FIRST);
  const [draft, setDraft] = useState<Rascunho | null>(null);
  const again = (saved: Organizacao | null) => {
    setDraft(null);
    setBegin(anew(begin, saved));
  };
  return (
    <div className="org-lado-a-lado">
      <Paper withBorder p="lg">
        {pode('alterarOrganizacao') ? (
          <FormularioDaMarca
            key={begin.round}
            organizacao={begin.saved ?? organizacao}
            onDraft={setDraft}
            onAgain={again}
          />
        ) : (
          <MarcaLida organizacao={organizacao} />
        )}
      </Paper>
      <Previas organizacao={organizacao.nome} draft={draft ?? rascunhoDe(organizacao)} />
    </div>
  );
}

function MarcaLida({ organizacao: { marca } }: { readonly organizacao: Organizacao }) {
  const t = useOrganizacao();
  return (
    <Stack>
      <Ficha
        linhas={[
          [
            t.marca.logo,
            marca.logo ? (
              <span key="logo" className="org-logo">
                <img src={marca.logo} alt={t.marca.logoAtual} />
              </span>
            ) : (
              t.marca.semLogo
            ),
          ],
          [t.marca.cor, marca.corPrimaria ?? t.nenhum],
          [t.marca.nomeRemetente, marca.nomeRemetente ?? t.nenhum],
          [t.marca.emailResposta, marca.emailResposta ?? t.nenhum],
          [t.marca.mensagemPadrao, marca.mensagemPadrao ?? t.nenhum],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t.dados.soLeitura}
      </Text>
    </Stack>
  );
}

type Qual = 'email' | 'pagina' | 'escura';

function Previas({ organizacao, draft }: { readonly organizacao: string; readonly draft: Rascunho }) {
  const t = useOrganizacao();
  const { ambiente } = usePanel();
  const [which, setWhich] = useState<Qual>('email');
  const labels: Record<Qual, string> = {
    email: t.marca.previaEmail,
    pagina: t.marca.previaPagina,
    escura: t.marca.previaEscura,
  };
  const aparencia: Aparencia = {
    organizacao,
    nomeRemetente: draft.nomeRemetente.trim() || null,
    emailResposta: draft.emailResposta.trim() || null,
    cor: HEX.test(draft.corPrimaria) ? draft.corPrimaria : null,
    logo: draft.logo,
  };
  const mensagem = draft.mensagemPadrao.trim() || null;
  return (
    <figure className="org-previa" aria-label={t.marca.previaRotulo(labels[which])}>
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t.marca.previaQual}
          value={which}
          onChange={(value) => setWhich(value as Qual)}
          data={(Object.keys(labels) as Qual[]).map((value) => ({ value, label: labels[value] }))}
        />
        {which === 'email' ? (
          <PreviaEmail aparencia={aparencia} mensagem={mensagem} teste={ambiente === 'TESTE'} />
        ) : (
          <PreviaPagina aparencia={aparencia} mensagem={mensagem} fundo={which === 'escura' ? 'escuro' : 'claro'} />
        )}
        <Text component="figcaption" size="xs" c="dimmed">
          {t.marca.soExemplo}
        </Text>
      </Stack>
    </figure>
  );
}
