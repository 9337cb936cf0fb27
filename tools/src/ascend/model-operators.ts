import { SITE_PACKAGES } from './stacks.js';

const TORCH = `${SITE_PACKAGES}/torch`;
const TRANSFORMERS = `${SITE_PACKAGES}/transformers/models/qwen2`;

/** An operator called while another is differentiated. */
export interface GradientCall {
  /** From the outside in; the last one allocates. */
  calls: readonly string[];
  /** Gradients it makes: they live until the next backward operator has used them. */
  outputs: number;
  /** Workspaces it gives back before it ends. */
  temporaries: number;
}

/** An operator of the model: what it calls, what it keeps for the backward pass, and how it is differentiated. */
export interface ModelOperator {
  /** From the outside in; the last one allocates. */
  calls: readonly string[];
  /** Blocks kept until the backward pass. */
  held: number;
  temporaries: number;
  /** Name of the kernel, as in `aclnnMm`. */
  kernel: string;
  /** Python frame of the library that calls it. */
  frame: string;
  /** Name of the autograd node, as in `MmBackward0`. */
  autograd: string;
  /** Many of the names ran forward, too, with a stack: an earlier operator of the same name is the wrong answer. */
  gradients: readonly GradientCall[];
}

function gradient(calls: readonly string[], outputs: number, temporaries = 0): GradientCall {
  return { calls, outputs, temporaries };
}

export const MODEL_OPERATORS: readonly ModelOperator[] = [
  {
    calls: ['aten::linear', 'aten::addmm'],
    held: 1,
    temporaries: 0,
    kernel: 'Addmm',
    frame: `${TORCH}/nn/modules/linear.py(114): forward`,
    autograd: 'AddmmBackward0',
    gradients: [
      gradient(['aten::mm'], 1),
      gradient(['aten::mm'], 1),
      gradient(['aten::sum'], 1, 1),
    ],
  },
  {
    calls: ['aten::matmul', 'aten::mm'],
    held: 1,
    temporaries: 0,
    kernel: 'Mm',
    frame: `${TRANSFORMERS}/modeling_qwen2.py(311): eager_attention_forward`,
    autograd: 'MmBackward0',
    gradients: [gradient(['aten::mm'], 1), gradient(['aten::mm'], 1)],
  },
  {
    calls: ['aten::conv2d', 'aten::convolution', 'aten::_convolution'],
    held: 1,
    temporaries: 1,
    kernel: 'Conv2D',
    frame: `${TORCH}/nn/modules/conv.py(456): _conv_forward`,
    autograd: 'ConvolutionBackward0',
    gradients: [gradient(['aten::convolution_backward', 'npu::npu_convolution_backward'], 2, 1)],
  },
  {
    calls: ['aten::layer_norm', 'aten::native_layer_norm'],
    held: 3,
    temporaries: 0,
    kernel: 'LayerNorm',
    frame: `${TORCH}/nn/functional.py(2510): layer_norm`,
    autograd: 'NativeLayerNormBackward0',
    gradients: [gradient(['aten::native_layer_norm_backward'], 3)],
  },
  {
    calls: ['aten::gelu'],
    held: 1,
    temporaries: 0,
    kernel: 'Gelu',
    frame: `${TORCH}/nn/functional.py(1682): gelu`,
    autograd: 'GeluBackward0',
    gradients: [gradient(['aten::gelu_backward'], 1)],
  },
  {
    calls: ['aten::softmax', 'aten::_softmax'],
    held: 1,
    temporaries: 1,
    kernel: 'Softmax',
    frame: `${TORCH}/nn/functional.py(1843): softmax`,
    autograd: 'SoftmaxBackward0',
    gradients: [gradient(['aten::_softmax_backward_data'], 1)],
  },
  {
    calls: ['aten::dropout', 'npu::_npu_dropout'],
    held: 2,
    temporaries: 0,
    kernel: 'DropoutDoMask',
    frame: `${TORCH}/nn/functional.py(1266): dropout`,
    autograd: 'NpuDropoutBackward0',
    gradients: [gradient(['npu::npu_dropout_backward'], 1)],
  },
  {
    calls: ['aten::mul'],
    held: 1,
    temporaries: 0,
    kernel: 'Mul',
    frame: `${TRANSFORMERS}/modeling_qwen2.py(147): apply_rotary_pos_emb`,
    autograd: 'MulBackward0',
    gradients: [gradient(['aten::mul'], 1), gradient(['aten::mul'], 1), gradient(['aten::sum'], 1)],
  },
  {
    calls: ['aten::to', 'aten::_to_copy', 'aten::empty_strided'],
    held: 1,
    temporaries: 0,
    kernel: 'Cast',
    frame: `${TRANSFORMERS}/modeling_qwen2.py(98): _norm`,
    autograd: 'ToCopyBackward0',
    gradients: [gradient(['aten::to', 'aten::_to_copy', 'aten::empty_strided'], 1)],
  },
  {
    calls: ['aten::embedding', 'aten::index_select'],
    held: 1,
    temporaries: 0,
    kernel: 'GatherV2',
    frame: `${TORCH}/nn/functional.py(2237): embedding`,
    autograd: 'EmbeddingBackward0',
    gradients: [gradient(['aten::embedding_dense_backward', 'aten::zeros'], 1, 1)],
  },
  {
    calls: ['npu::npu_fusion_attention'],
    held: 4,
    temporaries: 1,
    kernel: 'FlashAttentionScore',
    frame: `${SITE_PACKAGES}/torch_npu/contrib/module/npu_fusion_attention.py(87): flash_attention_forward`,
    autograd: 'NpuFusionAttentionBackward0',
    gradients: [gradient(['npu::npu_fusion_attention_grad'], 3, 2)],
  },
  {
    calls: ['aten::sum'],
    held: 1,
    temporaries: 1,
    kernel: 'ReduceSum',
    frame: `${TORCH}/nn/functional.py(3053): cross_entropy`,
    autograd: 'SumBackward0',
    gradients: [gradient(['aten::mul'], 1)],
  },
];

/** Operators of the optimizer; each allocates one block. */
export const OPTIMIZER_OPERATORS: readonly string[] = [
  'aten::_foreach_add',
  'aten::_foreach_mul_',
  'aten::_foreach_sqrt',
  'aten::zeros_like',
  'aten::_foreach_add_',
];

/** Frames between the optimizer's operators and the user's code, innermost first. */
export const OPTIMIZER_FRAMES: readonly string[] = [
  `${TORCH}/optim/adamw.py(184): step`,
  `${TORCH}/optim/optimizer.py(373): wrapper`,
  `${TORCH}/utils/_contextlib.py(115): decorate_context`,
];

/** Nodes of the graph engine; a node's name tells its number in the graph. */
export const GRAPH_NODES: readonly string[] = [
  'trans_TransData_',
  'Conv2D',
  'Graph_',
  'ReduceSum',
  'MatMulV2',
  'Cast',
];
