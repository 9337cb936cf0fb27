/** Value of `<domain>.parser.type` that stands for whichever parser knows the input's content. */
export const AUTO = 'auto';
