import { type MotivoImpedimento, type Rule, sentenceOf } from '@rubrica/contract';
import { bullets, button, compose, greeting, note, paragraph, strong } from './blocks.ts';
import { type Rendered, type Sender, sentence } from './frame.ts';

/** To whoever answers for a public link: somebody used it and got no document. It says nothing of who that was. */
export interface FormWarning {
  readonly sender: Sender;
  /** The recipient's name. */
  readonly nome: string | null;
  /** Of the public link. */
  readonly titulo: string;
  readonly motivo: MotivoImpedimento;
  /** Sentences on what the template lacks. */
  readonly lacking: readonly Rule[];
  /** The page of the link's template in the panel. */
  readonly panelUrl: string;
  readonly teste: boolean;
}

/** Why, and what to do. */
const REASONS: Readonly<Record<MotivoImpedimento, readonly [why: string, mend: string]>> = {
  FRANQUIA_ESGOTADA: [
    'A franquia de envelopes do mês acabou, e o plano da organização não permite excedente.',
    'Mude de plano, ou espere a franquia do próximo mês.',
  ],
  RASCUNHOS_DEMAIS: [
    'A organização já tem todos os rascunhos que o plano permite, e cada documento começa como um.',
    'Envie ou exclua rascunhos que não usa, ou mude de plano.',
  ],
  MODELO_INCOMPLETO: [
    'O modelo, ou algo que o link usa, mudou depois que ele foi criado, e agora falta alguma coisa para gerar o documento.',
    'Corrija o modelo. Se o que mudou foram os papéis ou as variáveis, encerre este link e crie outro.',
  ],
  ORGANIZACAO_SUSPENSA: [
    'A organização está suspensa ou em encerramento, e enquanto isso não envia documentos.',
    'Fale com quem é proprietário da organização. Se o link não deve mais ser usado, encerre-o.',
  ],
};

/** Tells that a public link makes no documents, why, and what to do. */
export function renderFormWarning(input: FormWarning): Rendered {
  const { sender, nome, titulo, motivo, lacking, panelUrl, teste } = input;
  const [why, mend] = REASONS[motivo];
  return compose({
    sender,
    teste,
    subject: `Link público parado: ${titulo}`,
    heading: 'Link público parado',
    preheader: why,
    blocks: [
      greeting(nome),
      paragraph('Alguém usou o link público ', strong(`“${titulo}”`), ' e não conseguiu o documento para assinar.'),
      paragraph(strong('Por quê: '), why),
      ...(lacking.length > 0 ? [bullets([...new Set(lacking.map((one) => sentenceOf(one)))])] : []),
      paragraph(strong('O que fazer: '), mend),
      paragraph(
        'Resolvido isso, o mesmo link volta a funcionar. Quem confirmou o e-mail há menos de 24 horas pode abrir de novo a mensagem que recebeu.',
      ),
      button(panelUrl, 'Abrir o modelo no painel', sender.corPrimaria, 'Abra o modelo no painel:'),
      note('Enquanto continuar assim e alguém usar o link, avisamos no máximo uma vez por dia.'),
    ],
    footnote: sentence(`Mensagem enviada pela Rubrica porque você responde por este link de ${sender.organizacao}`),
  });
}
