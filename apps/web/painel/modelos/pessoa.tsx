import { NativeSelect, TextInput } from '@mantine/core';
import type { MetodoEntrega, PapelModelo } from '@rubrica/contract';
import { METODOS_ACEITOS } from '@rubrica/contract/enums';
import { SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { digitsOf, maskCpf, phoneOf } from '../../kit/brazil.ts';
import { needsOf } from '../editor/estado/regras.ts';
import type { Party } from '../editor/estado/tipos.ts';
import { useEditor } from '../editor/textos/area.ts';
import { usePalavras } from '../textos/documentos.ts';
import { useModelos } from '../textos/modelos.ts';
import type { Regras } from './preenchimento.ts';

interface Props {
  readonly papel: PapelModelo;
  readonly pessoa: Party;
  readonly regras: Regras;
  readonly onPessoa: (change: Partial<Party>) => void;
  /** What is wrong with a datum, in words. */
  readonly problema: (dado: keyof Party) => string | null;
}

type Dado = 'telefone' | 'cpf' | 'dataNascimento';

/** Who takes a role: the name, how to reach the person, and what the factors ask for; the rest on demand. */
export function PessoaDoPapel({ papel, pessoa, regras, onPessoa, problema }: Props) {
  const t = useModelos();
  const editor = useEditor();
  const words = usePalavras();
  const needs = needsOf(pessoa, regras);
  const extra: readonly Dado[] = ['telefone', 'cpf', 'dataNascimento'];
  const input = (dado: Dado) => (
    <DadoDaPessoa key={dado} dado={dado} preciso={needs.has(dado)} {...{ pessoa, onPessoa, problema }} />
  );
  const shown = extra.filter((dado) => needs.has(dado));
  const others = extra.filter((dado) => !needs.has(dado));
  return (
    <fieldset className="usar-papel">
      <legend dir="auto">{papel.rotulo}</legend>
      <p className="usar-papel-funcao">
        {[words.funcao[papel.funcao], ...papel.fatoresExigidos.map((fator) => words.fator[fator])].join(' · ')}
      </p>
      <div className="usar-dados">
        <TextInput
          label={editor.pessoas.nome}
          autoComplete="off"
          dir="auto"
          maxLength={SIGNER_NAME_MAX_CHARS}
          value={pessoa.nome}
          onChange={(event) => onPessoa({ nome: event.currentTarget.value })}
          error={problema('nome')}
        />
        <TextInput
          label={editor.pessoas.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          withAsterisk={needs.has('email')}
          value={pessoa.email}
          onChange={(event) => onPessoa({ email: event.currentTarget.value.trim() })}
          error={problema('email')}
        />
        <NativeSelect
          label={editor.pessoas.entrega}
          value={pessoa.metodoEntrega}
          data={METODOS_ACEITOS.map((value) => ({ value, label: editor.entregas[value] }))}
          onChange={(event) => onPessoa({ metodoEntrega: event.currentTarget.value as MetodoEntrega })}
          error={problema('metodoEntrega')}
        />
        {shown.map(input)}
      </div>
      {others.length > 0 && (
        <details className="modelos-mais">
          <summary>{t.usar.maisDados}</summary>
          <div className="usar-dados">{others.map(input)}</div>
        </details>
      )}
    </fieldset>
  );
}

interface DadoProps extends Omit<Props, 'papel' | 'regras'> {
  readonly dado: Dado;
  readonly preciso: boolean;
}

function DadoDaPessoa({ dado, preciso, pessoa, onPessoa, problema }: DadoProps) {
  const { pessoas: t } = useEditor();
  const common = { error: problema(dado), autoComplete: 'off', withAsterisk: preciso };
  switch (dado) {
    case 'telefone':
      return (
        <TextInput
          {...common}
          label={t.telefone}
          type="tel"
          placeholder={t.telefoneExemplo}
          value={pessoa.telefone}
          onChange={(event) => onPessoa({ telefone: phoneOf(event.currentTarget.value) })}
        />
      );
    case 'cpf':
      return (
        <TextInput
          {...common}
          label={t.cpf}
          inputMode="numeric"
          value={maskCpf(pessoa.cpf)}
          onChange={(event) => onPessoa({ cpf: digitsOf(event.currentTarget.value).slice(0, 11) })}
        />
      );
    case 'dataNascimento':
      return (
        <TextInput
          {...common}
          label={t.nascimento}
          type="date"
          value={pessoa.dataNascimento}
          onChange={(event) => onPessoa({ dataNascimento: event.currentTarget.value })}
        />
      );
  }
}
