// Two small sounds, made on the spot, only if the player has switched them on.
import { soundWanted } from "../shared/settings.js";

let context = null;

export const rattle = () => play((audio, at) => {
  for (let i = 0; i < 5; i += 1) note(audio, at + i * 0.07 + Math.random() * 0.03, 900 - 90 * i, 0.04);
});

export const ping = () => play((audio, at) => {
  note(audio, at, 660, 0.16);
  note(audio, at + 0.13, 880, 0.24);
});

function play(score) {
  if (!soundWanted()) return;
  context ??= new AudioContext();
  score(context, context.currentTime + 0.02);
}

function note(audio, at, pitch, length) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}
