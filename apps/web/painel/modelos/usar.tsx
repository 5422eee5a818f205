import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { FIELD_VALUE_MAX_CHARS, TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { focusAfter } from '../../kit/focus.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useMudou } from '../documentos/consultas.ts';
import { EscolhaDePasta } from '../documentos/escolha-de-pasta.tsx';
import { useEditor } from '../editor/textos/area.ts';
import { useAvisos } from '../partes/avisos.tsx';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { type Form, firstProblem, useForm } from '../partes/formulario.ts';
import { Guarda } from '../partes/guarda.tsx';
import { Icone } from '../partes/icone.tsx';
import { Recusa } from '../partes/recusa.tsx';
import { useRepeticao } from '../partes/repeticao.ts';
import { Tela } from '../partes/tela.tsx';
import { useModelos } from '../textos/modelos.ts';
import { useOrganizacao } from '../textos/organizacao.ts';
import { useModelo, useMudouModelo } from './consultas.ts';
import './modelos.css';
import { OpcoesDoEnvio } from './opcoes-do-envio.tsx';
import { Parte } from './parte.tsx';
import { PessoaDoPapel } from './pessoa.tsx';
import {
  faltaAoModelo,
  type Preenchimento,
  type Problema,
  pedidoDe,
  pessoasDe,
  problemasDe,
  type Regras,
  regrasDe,
} from './preenchimento.ts';
import { CampoDaVariavel } from './variaveis.tsx';

/** `/modelos/{modeloId}/usar` */
export function Component() {
  const t = useModelos();
  const { modeloId = '' } = useParams();
  const { pode } = usePode();
  const modelo = useModelo(modeloId);
  const acima = { to: `/modelos/${modeloId}`, rotulo: modelo.data?.nome ?? t.titulo };
  return (
    <Tela titulo={modelo.data ? t.usar.titulo(modelo.data.nome) : t.titulo} acima={acima} estreita>
      {modelo.error && <Falha erro={modelo.error} repetir={() => void modelo.refetch()} />}
      {modelo.isPending && <Carregando />}
      {modelo.data &&
        (pode('criarDocumentoDeModelo') ? (
          <Formulario key={modeloId} modelo={modelo.data} />
        ) : (
          <Vazio icone="escudo" titulo={t.titulo} texto={t.usar.semAcesso} />
        ))}
    </Tela>
  );
}

type Values = Preenchimento & { readonly regras: Regras };

/** The form's state, what is wrong with it, and the document it makes. */
function useUso(modelo: Modelo) {
  const t = useModelos();
  const { client } = usePanel();
  const avisos = useAvisos();
  const navigate = useNavigate();
  const mudou = useMudou();
  const mudouModelo = useMudouModelo();
  const keyOf = useRepeticao();
  const [first] = useState<Values>(() => ({
    titulo: modelo.nome,
    pessoas: pessoasDe(modelo),
    variaveis: Object.fromEntries(modelo.variaveis.map((nome) => [nome, ''])),
    regras: regrasDe(modelo),
  }));
  const [attempted, setAttempted] = useState(false);
  const form = useForm(first, {});
  const problemas = problemasDe(form.values, form.values.regras);
  const make = async (enviar: boolean) => {
    const body = pedidoDe(form.values, form.values.regras);
    const idempotencyKey = keyOf(body);
    const made = await client.criarDocumentoDeModelo({ params: { modeloId: modelo.id }, body, idempotencyKey });
    mudou.documento(made);
    mudouModelo.modelos();
    const address = `/documentos/${made.id}`;
    if (!enviar) {
      avisos.feito(t.usar.criado);
      return void (await navigate(`${address}/preparar`));
    }
    try {
      mudou.documento(await client.enviarDocumento({ params: { documentoId: made.id }, idempotencyKey }));
    } catch (error) {
      avisos.erro(error, t.usar.naoEnviado);
      return void (await navigate(`${address}/preparar`));
    }
    avisos.feito(t.usar.enviado);
    await navigate(address);
  };
  const submit = (enviar: boolean) => {
    const wrong = problemas.length > 0;
    focusAfter(
      () => setAttempted(true),
      () => (wrong ? firstProblem() : null),
    );
    if (!wrong) void form.submit(null, () => make(enviar));
  };
  return { form, submit, problemas: attempted ? problemas : [], dirty: form.values !== first && !form.busy };
}

function Formulario({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const { sair } = useOrganizacao();
  const { form, submit, problemas, dirty } = useUso(modelo);
  const sendable = faltaAoModelo(modelo) === null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <Guarda sujo={dirty} textos={sair} />
      <Stack gap="xl">
        <Parte titulo={t.usar.pessoas}>
          <Pessoas modelo={modelo} form={form} problemas={problemas} />
        </Parte>
        <Parte titulo={t.usar.variaveis}>
          <Variaveis modelo={modelo} form={form} problemas={problemas} />
        </Parte>
        <Parte titulo={t.usar.documento}>
          <Opcoes modelo={modelo} form={form} problemas={problemas} />
        </Parte>
        {!sendable && (
          <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />}>
            {t.usar.incompleto}
          </Alert>
        )}
        <Recusa texto={form.fault} />
        <Group justify="flex-end">
          <Button type="submit" variant={sendable ? 'default' : 'filled'} disabled={form.busy}>
            {t.usar.rascunho}
          </Button>
          {sendable && (
            <Button leftSection={<Icone nome="enviar" />} loading={form.busy} onClick={() => submit(true)}>
              {t.usar.enviar}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly modelo: Modelo;
  readonly form: Form<Values>;
  readonly problemas: readonly Problema[];
}

function Pessoas({ modelo, form, problemas }: PartProps) {
  const t = useModelos();
  const editor = useEditor();
  const { pessoas, regras } = form.values;
  if (pessoas.length === 0) return <Text c="dimmed">{t.usar.semPapeis}</Text>;
  return pessoas.map((pessoa, index) => {
    const papel = modelo.papeis.find(({ id }) => id === pessoa.id);
    if (!papel) return null;
    return (
      <PessoaDoPapel
        key={papel.id}
        papel={papel}
        pessoa={pessoa}
        regras={regras}
        onPessoa={(change) =>
          form.set('pessoas', (now) => now.map((one) => (one.id === papel.id ? { ...one, ...change } : one)))
        }
        problema={(dado) => {
          const own = problemas.find((one) => one.de === 'pessoa' && one.papelId === papel.id && one.dado === dado);
          return own?.de === 'pessoa'
            ? editor.problema(own.por, dado)
            : form.problem('pessoas', `papeis[${index}].${dado}`);
        }}
      />
    );
  });
}

function Variaveis({ modelo, form, problemas }: PartProps) {
  const t = useModelos();
  const { variaveis, regras } = form.values;
  if (modelo.variaveis.length === 0) return <Text c="dimmed">{t.usar.semVariaveis}</Text>;
  const own = (nome: string) => {
    const found = problemas.find((one) => one.de === 'variavel' && one.nome === nome);
    if (found?.de !== 'variavel') return null;
    return found.por === 'vazia' ? t.usar.vazia : t.usar.longa(FIELD_VALUE_MAX_CHARS);
  };
  const empty = problemas.some((one) => one.de === 'variavel' && one.por === 'vazia');
  return (
    <>
      <div className="usar-dados">
        {modelo.variaveis.map((nome) => (
          <CampoDaVariavel
            key={nome}
            nome={nome}
            valor={variaveis[nome] ?? ''}
            onValor={(valor) => form.set('variaveis', (now) => ({ ...now, [nome]: valor }))}
            problema={own(nome) ?? form.problem('variaveis', `variaveis.${nome}`)}
          />
        ))}
      </div>
      {(empty || regras.comVazias) && (
        <Checkbox
          label={t.usar.deixarVazias}
          checked={regras.comVazias}
          onChange={({ currentTarget: { checked } }) => form.set('regras', (now) => ({ ...now, comVazias: checked }))}
        />
      )}
    </>
  );
}

function Opcoes({ modelo, form, problemas }: PartProps) {
  const t = useModelos();
  const { titulo, regras } = form.values;
  const long = problemas.some(({ de }) => de === 'titulo');
  return (
    <>
      <TextInput
        label={t.usar.tituloDoDocumento}
        dir="auto"
        maxLength={TITLE_MAX_CHARS}
        value={titulo}
        onChange={(event) => form.set('titulo', event.currentTarget.value)}
        error={long ? t.usar.tituloLongo(TITLE_MAX_CHARS) : form.problem('titulo')}
      />
      <EscolhaDePasta
        rotulo={t.usar.pasta}
        valor={regras.pastaId}
        onValor={(pastaId) => form.set('regras', (now) => ({ ...now, pastaId }))}
      />
      <details className="modelos-mais">
        <summary>{t.usar.maisOpcoes}</summary>
        <OpcoesDoEnvio
          modelo={modelo}
          regras={regras}
          onRegras={(make) => form.set('regras', make)}
          problema={form.problem('regras', 'mensagem')}
        />
      </details>
    </>
  );
}
