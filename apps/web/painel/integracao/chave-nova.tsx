import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Ambiente, ChaveApiCriada, EscopoChave } from '@rubrica/contract';
import { ESCOPOS_CHAVE } from '@rubrica/contract/enums';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePanel } from '../contexto.tsx';
import { Escolha } from '../partes/escolha.tsx';
import { useForm } from '../partes/formulario.ts';
import { Recusa } from '../partes/recusa.tsx';
import { Tela } from '../partes/tela.tsx';
import { useBase } from '../textos/base.ts';
import { useIntegracao } from '../textos/integracao.ts';
import { Copiar } from './copiar.tsx';
import './integracao.css';
import { useRepeticao } from '../partes/repeticao.ts';
import { Marcas } from './marcas.tsx';
import { SegredoUmaVez } from './segredo.tsx';
import { SoQuemAlcanca } from './sem-alcance.tsx';

const ENVIRONMENTS: readonly Ambiente[] = ['TESTE', 'PRODUCAO'];
const READING = ESCOPOS_CHAVE.filter((escopo) => escopo.endsWith(':ler'));

/** `/integracao/chaves/nova` */
export function Component() {
  const t = useIntegracao();
  return (
    <SoQuemAlcanca operacao="criarChaveApi" titulo={t.chaves.nova}>
      <NovaChave />
    </SoQuemAlcanca>
  );
}

function NovaChave() {
  const base = useBase();
  const t = useIntegracao();
  const { client, ambiente } = usePanel();
  const queries = useQueryClient();
  const [created, setCreated] = useState<ChaveApiCriada | null>(null);
  const keyOf = useRepeticao();
  const form = useForm(
    { nome: '', ambiente, escopos: [] as EscopoChave[] },
    {
      nome: (value) => (value.trim() === '' ? t.chaves.nomeFalta : null),
      escopos: (value) => (value === '' ? t.chaves.escoposFalta : null),
    },
  );
  const create = async () => {
    const { nome, ambiente, escopos } = form.values;
    const body = { nome: nome.trim(), ambiente, escopos };
    setCreated(await client.criarChaveApi({ body, idempotencyKey: keyOf(body) }));
    void queries.invalidateQueries({ queryKey: ['chaves'] });
  };
  return (
    <Tela titulo={t.chaves.nova} acima={{ to: '/integracao/chaves', rotulo: t.chaves.titulo }} estreita>
      <form onSubmit={(event) => void form.submit(event, create)} noValidate>
        <Stack>
          <TextInput
            label={t.chaves.nome}
            description={t.chaves.nomeDica}
            maxLength={NAME_MAX_CHARS}
            autoComplete="off"
            {...form.text('nome')}
          />
          <Escolha
            rotulo={t.chaves.ambiente}
            opcoes={ENVIRONMENTS.map((value) => ({
              value,
              texto: base.ambiente[value],
              dica: t.chaves.ambienteDica[value],
            }))}
            valor={form.values.ambiente}
            onValor={(value) => form.set('ambiente', value)}
            problema={form.problem('ambiente')}
          />
          <Marcas
            rotulo={t.chaves.escoposTitulo}
            dica={t.chaves.escoposDica}
            opcoes={ESCOPOS_CHAVE.map((value) => ({ value, texto: t.escopo[value] }))}
            atalhos={[
              { rotulo: t.chaves.atalhos.leitura, valores: READING },
              { rotulo: t.chaves.atalhos.tudo, valores: ESCOPOS_CHAVE },
              { rotulo: t.chaves.atalhos.nada, valores: [] },
            ]}
            valor={form.values.escopos}
            onValor={(change) => form.set('escopos', change)}
            problema={form.problem('escopos')}
          />
          <Recusa texto={form.fault} />
          <Group>
            <Button type="submit" loading={form.busy}>
              {t.chaves.criar}
            </Button>
            <Button component={Link} to="/integracao/chaves" variant="default">
              {base.acoes.cancelar}
            </Button>
          </Group>
        </Stack>
      </form>
      {created && <Criada chave={created} />}
    </Tela>
  );
}

function Criada({ chave: { chave, ambiente } }: { readonly chave: ChaveApiCriada }) {
  const { chaves: t } = useIntegracao();
  const navigate = useNavigate();
  return (
    <SegredoUmaVez
      titulo={t.criadaTitulo}
      rotulo={t.valor}
      valor={chave}
      onGuardado={() => void navigate('/integracao/chaves')}
    >
      <Experimente ambiente={ambiente} />
    </SegredoUmaVez>
  );
}

/** A first call; the value itself is left to the clipboard, because what is typed in a shell is kept there. */
function Experimente({ ambiente }: { readonly ambiente: Ambiente }) {
  const t = useIntegracao();
  const { basePath } = usePanel();
  const production = basePath.replace(/\/sandbox$/, '');
  const address = `${location.origin}${production}${ambiente === 'TESTE' ? '/sandbox' : ''}`;
  const command = `read -rs CHAVE && curl -s ${address}/organizacao -H "authorization: Bearer $CHAVE"`;
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t.chaves.experimente}
        </Text>
        <Copiar valor={command} rotulo={t.chaves.experimente} />
      </Group>
      <pre className="bloco-codigo">{command}</pre>
    </div>
  );
}
