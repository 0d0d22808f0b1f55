/*
 * Short tones, off until they are asked for. Each is a row: pitches in Hz, and how long one lasts.
 */
const TONES = {
    door: { pitches: [180, 120], ms: 60, shape: 'square' },
    stairs: { pitches: [330, 262, 220], ms: 90, shape: 'triangle' },
    talk: { pitches: [520, 660], ms: 60, shape: 'sine' },
    tell: { pitches: [660, 880, 660], ms: 70, shape: 'sine' },
    hurt: { pitches: [140, 90], ms: 80, shape: 'sawtooth' },
    arrival: { pitches: [392, 523], ms: 80, shape: 'triangle' },
    lag: { pitches: [110], ms: 160, shape: 'sine' },
};

export const TONE_NAMES = Object.keys(TONES);

export class Sound {
    constructor(choices) {
        this.choices = choices;
        this.context = null;
    }

    play(name) {
        if (!this.choices.get('sound') || this.choices.get('mute').split(' ').includes(name))
            return;
        const tone = TONES[name];
        try {
            this.context ??= new AudioContext();
        } catch {
            return;
        }
        const { context } = this;
        if (context.state === 'suspended') context.resume();
        tone.pitches.forEach((pitch, i) =>
            this.note(pitch, tone, context.currentTime + (i * tone.ms) / 1000),
        );
    }

    note(pitch, tone, at) {
        const { context } = this;
        const source = context.createOscillator();
        const gain = context.createGain();
        source.type = tone.shape;
        source.frequency.value = pitch;
        gain.gain.setValueAtTime(0.0001, at);
        gain.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
        gain.gain.exponentialRampToValueAtTime(0.0001, at + tone.ms / 1000);
        source.connect(gain).connect(context.destination);
        source.start(at);
        source.stop(at + tone.ms / 1000 + 0.02);
    }

    /* The tone of a new line. */
    line(line) {
        if (line.kind === 'talk') this.play('talk');
        else if (line.kind === 'tell') this.play('tell');
        else if (/\bdoor\b/.test(line.text) && /open|close|shut/.test(line.text)) this.play('door');
        else if (/\bstairs\b/.test(line.text) && /^You go/.test(line.text)) this.play('stairs');
        else if (line.kind === 'world' && /comes into view/.test(line.text)) this.play('arrival');
    }
}
