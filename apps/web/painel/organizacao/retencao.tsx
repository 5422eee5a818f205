import { Alert, Button, Checkbox, Group, List, Modal, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { CategoriaRetencao, PoliticaRetencao, PoliticasRetencao } from '@rubrica/contract';
import { CATEGORIAS_RETENCAO } from '@rubrica/contract/enums';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Carregando, Falha } from '../partes/estados.tsx';
import { type Form, useForm } from '../partes/formulario.ts';
import { Guarda } from '../partes/guarda.tsx';
import { Icone } from '../partes/icone.tsx';
import { Recusa } from '../partes/recusa.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useOrganizacao } from '../textos/organizacao.ts';
import { usePrivacidade } from '../textos/privacidade.ts';
import { anew, type Begin, FIRST } from './comeco.ts';
import { Ficha, TelaDaOrganizacao } from './moldura.tsx';
import { encurta, type Prazos, prazosDe, problemaDoPrazo } from './prazos.ts';

/** `/organizacao/retencao`: how long each kind of thing is kept. */
export function Component() {
  const t = usePrivacidade();
  const { client } = usePanel();
  const { pode } = usePode();
  const politicas = useQuery({
    queryKey: ['retencao'],
    queryFn: ({ signal }) => client.obterPoliticasRetencao({ signal }),
    enabled: pode('obterPoliticasRetencao'),
  });
  const [begin, setBegin] = useState<Begin<PoliticasRetencao>>(FIRST);
  const now = politicas.data?.politicas;
  return (
    <TelaDaOrganizacao titulo={t.retencao.titulo} texto={t.retencao.texto} operacao="obterPoliticasRetencao">
      {politicas.error && <Falha erro={politicas.error} repetir={() => void politicas.refetch()} />}
      {politicas.isPending && <Carregando />}
      {now && (
        <Paper withBorder p="lg" maw={720}>
          {pode('definirPoliticasRetencao') ? (
            <Definicao
              key={begin.round}
              politicas={begin.saved?.politicas ?? now}
              onAgain={(saved) => setBegin(anew(begin, saved))}
            />
          ) : (
            <Lidos politicas={now} />
          )}
        </Paper>
      )}
    </TelaDaOrganizacao>
  );
}

function Lidos({ politicas }: { readonly politicas: readonly PoliticaRetencao[] }) {
  const t = usePrivacidade();
  const dias = (categoria: CategoriaRetencao) => politicas.find((one) => one.categoria === categoria)?.dias;
  return (
    <Stack>
      <Ficha
        linhas={CATEGORIAS_RETENCAO.map((categoria) => {
          const days = dias(categoria);
          return [
            t.retencao.categoria[categoria],
            days === undefined ? t.retencao.semPrazo : t.retencao.dias(days),
          ] as const;
        })}
      />
      <Text size="sm" c="dimmed">
        {t.retencao.soProprietario} {t.retencao.outroAmbiente}
      </Text>
    </Stack>
  );
}

function Definicao(props: {
  readonly politicas: readonly PoliticaRetencao[];
  readonly onAgain: (saved: PoliticasRetencao | null) => void;
}) {
  const base = useBase();
  const t = usePrivacidade();
  const { sair: leave } = useOrganizacao();
  const { client } = usePanel();
  const queries = useQueryClient();
  const avisos = useAvisos();
  const [before] = useState(() => prazosDe(props.politicas));
  const [asking, setAsking] = useState(false);
  const problem = (categoria: CategoriaRetencao) => (_value: string, values: Prazos) => {
    const found = problemaDoPrazo(categoria, values);
    return found && t.retencao[found];
  };
  const form = useForm<Prazos>(
    before,
    Object.fromEntries(CATEGORIAS_RETENCAO.map((categoria) => [categoria, problem(categoria)])),
  );
  const given = CATEGORIAS_RETENCAO.filter((categoria) => form.values[categoria] !== null);
  const changed = CATEGORIAS_RETENCAO.filter((categoria) => form.values[categoria] !== before[categoria]);
  const save = async () => {
    const politicas = given.map((categoria) => ({ categoria, dias: Number(form.values[categoria]) }));
    const saved = await client.definirPoliticasRetencao({ body: { politicas } });
    queries.setQueryData(['retencao'], saved);
    avisos.feito(t.retencao.salvos);
    props.onAgain(saved);
  };
  return (
    <form onSubmit={(event) => void form.submit(event, async () => setAsking(changed.length > 0))} noValidate>
      <Guarda sujo={changed.length > 0 && !form.busy} textos={leave} />
      <Stack gap="lg">
        {CATEGORIAS_RETENCAO.map((categoria) => (
          <Categoria
            key={categoria}
            categoria={categoria}
            form={form}
            // The service names a period by its place among those sent.
            path={`politicas[${given.indexOf(categoria)}].dias`}
          />
        ))}
        <Text size="sm" c="dimmed">
          {t.retencao.outroAmbiente}
        </Text>
        <Recusa texto={form.fault} />
        <Group>
          <Button type="submit" disabled={changed.length === 0}>
            {t.retencao.confirmar}
          </Button>
          {changed.length > 0 && (
            <Button variant="default" onClick={() => props.onAgain(null)}>
              {base.acoes.desfazer}
            </Button>
          )}
        </Group>
      </Stack>
      {asking && (
        <Confirmacao
          antes={before}
          depois={form.values}
          mudam={changed}
          busy={form.busy}
          onClose={() => setAsking(false)}
          onSave={() => void form.submit(null, save).then((done) => done || setAsking(false))}
        />
      )}
    </form>
  );
}

function Categoria(props: {
  readonly categoria: CategoriaRetencao;
  readonly form: Form<Prazos>;
  readonly path: string;
}) {
  const t = usePrivacidade();
  const { categoria, form } = props;
  const value = form.values[categoria];
  const name = t.retencao.categoria[categoria];
  return (
    <Stack gap={6}>
      <TextInput
        label={t.retencao.diasDe(name)}
        description={t.retencao.sobre[categoria]}
        inputMode="numeric"
        maxLength={6}
        maw={320}
        disabled={value === null}
        value={value ?? ''}
        onChange={(event) => form.set(categoria, event.currentTarget.value.replace(/\D/g, ''))}
        error={form.problem(categoria, props.path)}
      />
      <Checkbox
        label={t.retencao.semPrazo}
        aria-label={t.retencao.semPrazoDe(name)}
        checked={value === null}
        onChange={(event) => form.set(categoria, event.currentTarget.checked ? null : '')}
      />
    </Stack>
  );
}

/** What changes, and what of it lets things be erased that are kept now. */
function Confirmacao(props: {
  readonly antes: Prazos;
  readonly depois: Prazos;
  readonly mudam: readonly CategoriaRetencao[];
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
}) {
  const base = useBase();
  const t = usePrivacidade();
  const { ambiente } = usePanel();
  const words = t.retencao.dialogo;
  const days = (value: string | null) => (value === null ? words.semPrazo : t.retencao.dias(Number(value)));
  const line = (categoria: CategoriaRetencao) => (
    <List.Item key={categoria}>
      {words.de(t.retencao.categoria[categoria], days(props.antes[categoria]), days(props.depois[categoria]))}
    </List.Item>
  );
  const shorter = props.mudam.filter((categoria) => encurta(props.antes[categoria], props.depois[categoria]));
  const others = props.mudam.filter((categoria) => !shorter.includes(categoria));
  return (
    <Modal opened onClose={props.onClose} title={words.titulo} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <Stack>
        {shorter.length > 0 && (
          <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />}>
            {words.encurtam}
            <List size="sm" mt="xs">
              {shorter.map(line)}
            </List>
          </Alert>
        )}
        {others.length > 0 && (
          <>
            <Text size="sm">{words.mudam}</Text>
            <List size="sm">{others.map(line)}</List>
          </>
        )}
        <Text size="sm">{words.ambiente[ambiente]}</Text>
        <Rodape
          onClose={props.onClose}
          acao={words.salvar}
          onAcao={props.onSave}
          ocupado={props.busy}
          perigo={shorter.length > 0}
          saida={base.acoes.voltar}
          foco="saida"
        />
      </Stack>
    </Modal>
  );
}
